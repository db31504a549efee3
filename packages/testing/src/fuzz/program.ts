import type { InterceptorName } from '@interpose/core';

import type { Mode } from '../conformance/harness.ts';

/** The way a generated tool is made and behaves. */
export type FuzzToolKind =
  | 'sync'
  | 'async'
  | 'generator'
  | 'class'
  | 'slow'
  | 'throws'
  | 'rejects'
  | 'odd';

/** One tool of a program; its name is `tool0`, `tool1` and so on, by position. */
export interface FuzzTool {
  readonly kind: FuzzToolKind;
}

/** The model's reaction to one request. */
export interface FuzzTurn {
  /** `hang` gives no answer until an abort; if the program does not abort, it is an empty answer. */
  readonly kind: 'answer' | 'unknown call' | 'malformed call' | 'failure' | 'cut' | 'hang';
  readonly text?: boolean;
  readonly thought?: boolean;
  /** The tools that it calls in parallel, by position. */
  readonly calls?: readonly number[];
  /** Makes every call have the same id, or none. */
  readonly ids?: 'same' | 'empty' | undefined;
}

/** The verdict of a generated hook. */
export type FuzzVerdict =
  | 'nothing'
  | 'allow'
  | 'deny'
  | 'modify'
  | 'respond'
  | 'retry'
  | 'ask'
  | 'throw'
  | 'reject'
  | 'malformed';

/** One hook of a program. */
export interface FuzzHook {
  readonly event: InterceptorName;
  readonly verdict: FuzzVerdict;
  /** The hook speaks only at its nth run; at every run if absent. */
  readonly at?: number | undefined;
  /** True if it answers asynchronously. */
  readonly late?: boolean | undefined;
  /** The priority; 100 if absent. */
  readonly priority?: number | undefined;
}

/**
 * A small app with its policies, as data that the fuzzer generates, shrinks, prints and runs again.
 *
 * @example
 * const program: FuzzProgram = { kind: 'run', mode: 'plain', wraps: [], options: [], tools: [], turns: [], policy: 'silent', chats: 1 };
 */
export interface FuzzProgram {
  /** The hooked target: a kind that the fuzz target knows. */
  readonly kind: string;
  readonly mode: Mode;
  /** Further ways of wrapping, in order. */
  readonly wraps: readonly string[];
  readonly options: readonly string[];
  readonly tools: readonly FuzzTool[];
  /** The turns of the model; a request after the last turn gets a text. */
  readonly turns: readonly FuzzTurn[];
  /** Hooks; or hooks that say nothing, observers, or an empty registry, which change nothing. */
  readonly policy: readonly FuzzHook[] | 'silent' | 'observers' | 'empty';
  /** How often the app uses the hooked target. */
  readonly chats: number;
  /** The app aborts, or stops reading, after this many requests, tools and parts. */
  readonly stop?: { readonly by: 'abort' | 'break'; readonly after: number } | undefined;
}
