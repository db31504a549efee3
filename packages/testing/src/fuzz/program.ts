import type { InterceptorName } from '@interpose/core';

import type { Mode } from '../conformance/harness.ts';

/** How a generated tool is made, and how it behaves. */
export type FuzzToolKind =
  | 'sync'
  | 'async'
  | 'generator'
  | 'class'
  | 'slow'
  | 'throws'
  | 'rejects'
  | 'odd';

/** One tool of a program; its name is `tool0`, `tool1` and so on, by its place. */
export interface FuzzTool {
  readonly kind: FuzzToolKind;
}

/** What the model does with one request. */
export interface FuzzTurn {
  /** `hang` answers nothing until somebody aborts; without an abort in the program it is an empty answer. */
  readonly kind: 'answer' | 'unknown call' | 'malformed call' | 'failure' | 'cut' | 'hang';
  readonly text?: boolean;
  readonly thought?: boolean;
  /** The tools that it calls at once, by their places. */
  readonly calls?: readonly number[];
  /** Every call has the same id, or none. */
  readonly ids?: 'same' | 'empty' | undefined;
}

/** What a generated hook says. */
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
  /** It speaks only the nth time it is asked; every time when absent. */
  readonly at?: number | undefined;
  /** It answers later. */
  readonly late?: boolean | undefined;
  /** 100 when absent. */
  readonly priority?: number | undefined;
}

/**
 * A small app with its policies, as data: what the fuzzer makes, shrinks, prints and runs again.
 *
 * @example
 * const program: FuzzProgram = { kind: 'run', mode: 'plain', wraps: [], options: [], tools: [], turns: [], policy: 'silent', chats: 1 };
 */
export interface FuzzProgram {
  /** What is hooked and called: a kind that the target knows. */
  readonly kind: string;
  readonly mode: Mode;
  /** Ways of wrapping it again, in their order. */
  readonly wraps: readonly string[];
  readonly options: readonly string[];
  readonly tools: readonly FuzzTool[];
  /** A request beyond the last turn is answered with a text. */
  readonly turns: readonly FuzzTurn[];
  /** Hooks; or hooks that say nothing, observers, or a registry without either, which change nothing. */
  readonly policy: readonly FuzzHook[] | 'silent' | 'observers' | 'empty';
  /** How often the app uses what was hooked. */
  readonly chats: number;
  /** The app aborts, or stops reading, after so many requests, tools and parts. */
  readonly stop?: { readonly by: 'abort' | 'break'; readonly after: number } | undefined;
}
