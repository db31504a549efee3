import type { Hooks, InterceptorName } from '@interpose/core';

import type { Mode } from '../conformance/harness.ts';
import type { FuzzProgram, FuzzToolKind } from './program.ts';

/** The model's answer to one request, in the pieces of a stream. */
export interface FuzzAnswer {
  readonly text: readonly string[];
  readonly thought: readonly string[];
  readonly calls: readonly FuzzCall[];
  /** `failure`: the provider refuses before anything is sent; `cut`: the connection is lost after the text. */
  readonly end: 'whole' | 'failure' | 'cut';
  /** The text of a failure. */
  readonly problem: string;
}

/** One call of an answer; `input` is the JSON that the model wrote, which may be invalid. */
export interface FuzzCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** A tool of the app: the target wraps `run` as its SDK wants it. */
export interface FuzzAppTool {
  readonly name: string;
  readonly kind: FuzzToolKind;
  /** Takes `{ secret: string, input: string }` and behaves as its kind says; a generator returns an async iterable. */
  readonly run: (args: unknown) => unknown;
}

/** The environment of a target's app. */
export interface FuzzApp {
  readonly mode: Mode;
  /** Undefined in the run without hooks. */
  readonly hooks: Hooks | undefined;
  readonly wraps: readonly string[];
  readonly has: (option: string) => boolean;
  readonly tools: readonly FuzzAppTool[];
  /** The user's text, a new one each time it is read. */
  readonly prompt: string;
  /** True if the program stops in the middle: unread parts may never come. */
  readonly stops: boolean;
  /** The signal, if the program aborts. */
  readonly signal: AbortSignal | undefined;
  /** Called by the model in memory with each request; `signal` is the SDK's signal. */
  readonly answer: (request: unknown, signal?: AbortSignal) => Promise<FuzzAnswer>;
  /** Records the value that a callback got. */
  readonly note: (what: string, value: unknown) => void;
  /** Reads a stream as the program says: to its end, or until the app has enough. Errors are recorded, not thrown. */
  readonly read: (stream: AsyncIterable<unknown>) => Promise<unknown[]>;
}

/** The census entries that a program uses: ids, or names of probes or paths that stand for several entries. */
export type FuzzEntries = readonly string[];

/** One target of `withHooks` and a way to call it. */
export interface FuzzKind {
  readonly name: string;
  readonly entries: FuzzEntries;
  readonly modes: readonly Mode[];
  /** The events that this kind fires. */
  readonly events: readonly InterceptorName[];
  readonly tools: readonly FuzzToolKind[];
  readonly wraps?: Readonly<Record<string, FuzzEntries>>;
  readonly options?: Readonly<Record<string, FuzzEntries>>;
  /** With `json`, the model's text is an object `{ "answer": string }`. */
  readonly says?: 'text' | 'json';
  /** Builds and hooks the app; returns a function that uses it once and gives everything it can reach. */
  readonly open: (app: FuzzApp) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>;
}

/** One version of an SDK to fuzz. */
export interface FuzzTarget {
  readonly name: string;
  readonly version: string;
  readonly kinds: readonly FuzzKind[];
  readonly accepted?: readonly AcceptedDifference[];
}

/** A place where a hooked run may differ, with the reason; or a place from which some programs may. */
export type AcceptedDifference = { readonly why: string } & (
  | { readonly place: RegExp }
  | { readonly program: (program: FuzzProgram) => boolean }
);
