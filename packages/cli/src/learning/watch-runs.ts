import { createHooks, type Hooks, type ToolCall } from '@interpose/core';
import {
  watchLabels,
  type ReadLabel,
  type ToolLabel,
  type WatchedCall,
} from '@interpose/policies/rules/labelled';

import type { RecordedSession } from '../recordings/read-recordings.ts';
import { replayRun } from '../replay/replay-run.ts';
import type { Origin, SeenArgument } from './argument-evidence.ts';
import type { SeenCall, SeenRun } from './evidence.ts';

/** A guard that the values of an argument may pass. */
export type Candidate =
  | 'user'
  | 'trusted'
  | 'host'
  | 'listed'
  | 'shape'
  | 'untainted'
  | 'copied'
  | 'links';

/** The guards, strictest first. */
export const CANDIDATES: Readonly<Record<Candidate, NonNullable<ToolLabel['guards']>[string]>> = {
  user: { must: 'be-trusted', whose: 'user', remember: 'session' },
  trusted: { must: 'be-trusted', remember: 'session' },
  host: { must: 'be-trusted', compare: 'host', remember: 'session' },
  listed: { oneOf: '*', remember: 'session' },
  shape: { must: 'fit-its-shape', remember: 'session' },
  untainted: { must: 'be-untainted', remember: 'session' },
  copied: { must: 'not-be-copied', links: 'be-trusted', remember: 'session' },
  links: { links: 'be-trusted', remember: 'session' },
};

/** Plays good runs under a policy that decides nothing, and reports where call arguments came from. */
export class RunWatcher {
  readonly #hooks: Hooks;
  #watched: WatchedCall[] = [];
  #readers = new Map<string, ReadLabel>();
  #count = 0;

  constructor() {
    const policy = watchLabels({
      guards: CANDIDATES,
      call: (watched) => void this.#watched.push(watched),
      read: (tool, reader) => this.#noteReader(tool, reader),
    });
    this.#hooks = createHooks({ policies: [policy] });
  }

  async watch({ run, agent }: RecordedSession): Promise<SeenRun> {
    this.#watched = [];
    this.#readers = new Map();
    this.#count += 1;
    await replayRun({ hooks: this.#hooks, run, sessionId: `good-${this.#count}`, asks: () => 0 });
    const said = run.chats.flatMap(({ user }) => user);
    const results = resultsOf(run);
    return {
      agent: agent?.name ?? agent?.id,
      task: said[0] ?? '',
      readers: this.#readers,
      calls: this.#watched.map((watched, at) => seenCall(watched, said, results.slice(0, at))),
    };
  }

  async close(): Promise<void> {
    await this.#hooks.close();
  }

  /** Notes the reader of a tool. A tool whose results are signed once is read as signed. */
  #noteReader(tool: string, reader: ReadLabel): void {
    const known = this.#readers.get(tool);
    if (known === undefined || known === 'untrusted' || known === 'receipt')
      this.#readers.set(tool, reader);
  }
}

interface SeenResult {
  readonly tool: string;
  readonly text: string;
}

/** Returns the results in the order of their calls. */
function resultsOf(run: RecordedSession['run']): readonly SeenResult[] {
  return run.chats.flatMap(({ turns }) =>
    turns.flatMap(({ calls }) =>
      calls
        .filter(({ argumentsForm }) => argumentsForm === 'object' || argumentsForm === 'missing')
        .map(({ name, outcome }) => ({
          tool: name,
          text: outcome.kind === 'result' ? outcome.content.toLowerCase() : '',
        })),
    ),
  );
}

function seenCall(
  { call, passed, asked, askedByAuthors }: WatchedCall,
  said: readonly string[],
  results: readonly SeenResult[],
): SeenCall {
  const user = said.join('\n').toLowerCase();
  return { tool: call.name, args: argumentsOf(call, passed, user, results), asked, askedByAuthors };
}

function argumentsOf(
  { args }: ToolCall,
  passed: WatchedCall['passed'],
  user: string,
  results: readonly SeenResult[],
): ReadonlyMap<string, SeenArgument> {
  return new Map(
    Object.entries(args).map(([argument, value]) => [
      argument,
      {
        value,
        passed: passed.get(argument) ?? [],
        origins: [...new Set(textsIn(value).map((text) => originOf(text, user, results)))],
      },
    ]),
  );
}

function originOf(text: string, user: string, results: readonly SeenResult[]): Origin {
  const looked = text.toLowerCase();
  if (user.includes(looked)) return 'user';
  const found = results.findLast((result) => result.text.includes(looked));
  return found === undefined ? 'model' : `tool:${found.tool}`;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
