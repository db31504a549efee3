import type { Hooks } from '@interpose/core';

import { canaryText } from '../canary-text.ts';
import type { FuzzAnswer, FuzzApp, FuzzAppTool, FuzzCall, FuzzKind } from '../fuzz-target.ts';
import type { Ledger } from '../ledger.ts';
import type { FuzzProgram, FuzzTurn } from '../program.ts';
import { makeTool } from './make-tool.ts';

/** An app of one run, with the values its callbacks got. */
export interface OpenedApp {
  readonly app: FuzzApp;
  readonly noted: readonly (readonly [what: string, value: unknown])[];
  readonly stop: AbortController;
}

/** Makes the environment of a program's app, once per run. */
export function openApp(
  program: FuzzProgram,
  kind: FuzzKind,
  ledger: Ledger,
  hooks: Hooks | undefined,
): OpenedApp {
  const noted: [string, unknown][] = [];
  const stop = new AbortController();
  const tick = ticker(program, stop);
  const tools = program.tools.map((tool, place): FuzzAppTool =>
    makeTool(tool, place, ledger, tick),
  );
  let prompts = 0;
  const app: FuzzApp = {
    mode: program.mode,
    hooks,
    wraps: program.wraps,
    has: (option) => program.options.includes(option),
    tools,
    get prompt() {
      return `Tell me ${canaryText('PROMPT', prompts++)}`;
    },
    stops: program.stop !== undefined,
    signal: program.stop?.by === 'abort' ? stop.signal : undefined,
    answer: answering(program, kind, ledger, stop, tick),
    note: (what, value) => void noted.push([what, value]),
    read: (stream) => read(stream, () => tick() && program.stop?.by === 'break'),
  };
  return { app, noted, stop };
}

/** Returns a counter of steps. It returns true after enough steps, and aborts then if the program aborts. */
function ticker({ stop }: FuzzProgram, controller: AbortController): () => boolean {
  let ticks = 0;
  return () => {
    ticks += 1;
    if (stop === undefined || ticks <= stop.after) return false;
    if (stop.by === 'abort') controller.abort(new Error('the app aborts'));
    return true;
  };
}

function answering(
  { turns, stop }: FuzzProgram,
  { says = 'text' }: FuzzKind,
  ledger: Ledger,
  controller: AbortController,
  tick: () => boolean,
): FuzzApp['answer'] {
  let given = 0;
  return async (request, signal) => {
    const index = given++;
    ledger.requested(request);
    tick();
    const turn = turns[index] ?? { kind: 'answer', text: true };
    if (turn.kind === 'hang' && stop?.by === 'abort') await hang(controller, signal);
    return ledger.answered(answerOf(turn, index, says));
  };
}

/** Waits until the app aborts, which happens soon, or the SDK does. */
function hang(controller: AbortController, signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(controller.signal.reason as Error);
    const soon = setTimeout(() => controller.abort(new Error('the app aborts')), 5);
    for (const each of [controller.signal, signal ?? controller.signal]) {
      if (each.aborted) stop();
      each.addEventListener('abort', () => (clearTimeout(soon), stop()), { once: true });
    }
  });
}

function answerOf(turn: FuzzTurn, index: number, says: 'text' | 'json'): FuzzAnswer {
  const text = canaryText('TEXT', index);
  const said = says === 'json' ? JSON.stringify({ answer: text }) : text;
  return {
    text: turn.text === true ? halves(said) : [],
    thought: turn.thought === true ? halves(canaryText('THOUGHT', index)) : [],
    calls: callsOf(turn, index),
    end: turn.kind === 'failure' || turn.kind === 'cut' ? turn.kind : 'whole',
    problem: `no: ${canaryText('FAILURE', index)}`,
  };
}

function callsOf({ kind, calls = [], ids }: FuzzTurn, index: number): FuzzCall[] {
  if (kind === 'failure' || kind === 'cut' || kind === 'hang') return [];
  return calls.map((place, at) => {
    const secret = canaryText('ARGS', index * 10 + at);
    const input = JSON.stringify({ secret, input: 'Go on.' });
    return {
      id: ids === undefined ? `call-${index}-${at}` : ids === 'same' ? 'call' : '',
      name: kind === 'unknown call' && at === 0 ? 'nobody' : `tool${place}`,
      input: kind === 'malformed call' && at === 0 ? input.slice(0, -2) : input,
    };
  });
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

async function read(stream: AsyncIterable<unknown>, isEnough: () => boolean): Promise<unknown[]> {
  const parts: unknown[] = [];
  try {
    for await (const part of stream) {
      parts.push(part);
      if (isEnough()) break;
    }
  } catch (error) {
    parts.push(error);
  }
  return parts;
}
