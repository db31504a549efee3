import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../terminal/counted.ts';
import { cut } from '../../terminal/cut.ts';
import type { Transcript, TranscriptCall, TranscriptStep } from './transcript.ts';

/** The first place where what happened is not what was recorded, in one line; undefined where there is none. */
export function compareTranscripts(recorded: Transcript, happened: Transcript): string | undefined {
  if (recorded.length !== happened.length) {
    return `${counted(happened.length, 'chat')} instead of ${recorded.length}`;
  }
  return firstDifference(recorded, (steps, chat) => {
    const difference = compareSteps(steps, happened[chat] ?? []);
    return difference === undefined ? undefined : `chat ${chat + 1}: ${difference}`;
  });
}

function compareSteps(
  recorded: readonly TranscriptStep[],
  happened: readonly TranscriptStep[],
): string | undefined {
  const difference = firstDifference(recorded, (step, place) => {
    const other = happened[place];
    const found = other === undefined ? 'never came' : compareStep(step, other);
    return found === undefined ? undefined : `answer ${place + 1} ${found}`;
  });
  if (difference !== undefined || recorded.length === happened.length) return difference;
  return `${counted(happened.length, 'answer')} instead of ${recorded.length}`;
}

function compareStep(recorded: TranscriptStep, happened: TranscriptStep): string | undefined {
  if (recorded.text !== happened.text) {
    return `says ${show(happened.text)} instead of ${show(recorded.text)}`;
  }
  if (recorded.calls.length !== happened.calls.length) {
    return `makes ${counted(happened.calls.length, 'call')} instead of ${recorded.calls.length}`;
  }
  return firstDifference(recorded.calls, (call, place) =>
    compareCall(call, happened.calls[place] as TranscriptCall),
  );
}

function compareCall(recorded: TranscriptCall, happened: TranscriptCall): string | undefined {
  const { id, name, args, outcome } = recorded;
  if (id !== happened.id || name !== happened.name) {
    return `calls ${happened.name} (${happened.id}) instead of ${name} (${id})`;
  }
  if (happened.outcome.kind === 'invalid' && isUnusual(args)) return undefined;
  if (!isDeepStrictEqual(overTheWire(args), overTheWire(happened.args))) {
    return `calls ${name} with ${show(happened.args)} instead of ${show(args)}`;
  }
  if (!isDeepStrictEqual(outcome, happened.outcome)) {
    return `got ${show(happened.outcome)} from ${name} instead of ${show(outcome)}`;
  }
  return undefined;
}

/** Arguments that a framework may refuse: no object, or with a key that would change a prototype. */
function isUnusual(args: unknown): boolean {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return true;
  return /"(__proto__|constructor)":/.test(JSON.stringify(args));
}

/** A value as JSON carries it: a negative zero is a zero. */
function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

function firstDifference<Item>(
  items: readonly Item[],
  compare: (item: Item, place: number) => string | undefined,
): string | undefined {
  for (const [place, item] of items.entries()) {
    const difference = compare(item, place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function show(value: unknown): string {
  return cut(JSON.stringify(value) ?? String(value), 120);
}
