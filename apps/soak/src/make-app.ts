import type { Hooks } from '@interpose/core';
import type { FuzzAnswer, FuzzApp, FuzzAppTool, FuzzKind } from '@interpose/testing/fuzz';

/** What the app of a chat does with its stream: reads it, stops early, leaves it unread, or aborts. */
export type Manner = 'reads' | 'breaks off' | 'leaves unread' | 'aborts';

/** The counts of all running apps. */
export interface Tally {
  toolRuns: number;
  deniedRuns: number;
}

/** The tool that the policies deny; it must never run. */
export const DENIED_TOOL = 'tool1';

/** The input for the app of one chat. */
export interface AppPlan {
  readonly kind: FuzzKind;
  readonly mode: FuzzApp['mode'];
  readonly manner: Manner;
  readonly hooks: Hooks;
  readonly random: () => number;
}

/** Makes an app for a fuzz target, with a model in memory. */
export function makeApp({ kind, mode, manner, hooks, random }: AppPlan, tally: Tally): FuzzApp {
  const stop = new AbortController();
  const turns = 1 + Math.floor(random() * 3);
  let given = 0;
  return {
    mode,
    hooks,
    wraps: [],
    has: () => false,
    tools: toolsOf(kind, tally),
    prompt: 'Tell Ann Example (ann@mail.example, +49 30 1234567) when bread is baked.',
    stops: manner !== 'reads',
    signal: manner === 'aborts' ? stop.signal : undefined,
    note: () => undefined,
    async answer() {
      given += 1;
      if (manner === 'aborts' && given === turns) stop.abort(new Error('the app aborts'));
      return answerOf(kind, given < turns, given, random);
    },
    read: (stream) => readStream(stream, manner, stop),
  };
}

function toolsOf({ tools }: FuzzKind, tally: Tally): readonly FuzzAppTool[] {
  const kinds = tools.filter((kind) => kind === 'async' || kind === 'sync');
  return kinds.map((kind, place) => ({
    name: `tool${place}`,
    kind,
    run: () => {
      tally.toolRuns += 1;
      if (`tool${place}` === DENIED_TOOL) tally.deniedRuns += 1;
      return { told: 'at six, by bob@mail.example' };
    },
  }));
}

function answerOf(kind: FuzzKind, calls: boolean, given: number, random: () => number): FuzzAnswer {
  const text =
    kind.says === 'json' ? '{"answer":"at six"}' : 'Bread is baked at six, says ann@mail.example.';
  const tool = random() < 0.5 ? 'tool0' : DENIED_TOOL;
  const known = kind.tools.some((each) => each === 'async' || each === 'sync');
  const input = JSON.stringify({ secret: 'bread', input: 'Go on.' });
  return {
    text: [text.slice(0, 9), text.slice(9)],
    thought: [],
    calls: calls && known ? [{ id: `call-${given}`, name: tool, input }] : [],
    end: random() < 0.05 ? 'cut' : random() < 0.05 ? 'failure' : 'whole',
    problem: 'the provider is busy',
  };
}

async function readStream(
  stream: AsyncIterable<unknown>,
  manner: Manner,
  stop: AbortController,
): Promise<unknown[]> {
  const parts: unknown[] = [];
  if (manner === 'leaves unread') return parts;
  try {
    for await (const part of stream) {
      parts.push(part);
      if (manner === 'breaks off' && parts.length > 1) break;
      if (manner === 'aborts' && parts.length > 1) stop.abort(new Error('the app aborts'));
    }
  } catch (error) {
    parts.push(error);
  }
  return parts;
}
