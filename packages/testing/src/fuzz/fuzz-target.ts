import type { Hooks, InterceptorName } from '@interpose/core';

import type { Mode } from '../conformance/harness.ts';
import type { FuzzProgram, FuzzToolKind } from './program.ts';

/** What the model answers to one request, in the pieces a stream sends it in. */
export interface FuzzAnswer {
  readonly text: readonly string[];
  readonly thought: readonly string[];
  readonly calls: readonly FuzzCall[];
  /** `failure`: the provider refuses before anything is sent; `cut`: the connection is lost after the text. */
  readonly end: 'whole' | 'failure' | 'cut';
  /** What a failure says. */
  readonly problem: string;
}

/** One call of an answer; `input` is the JSON that the model wrote, which may be broken. */
export interface FuzzCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** A tool of the app: the target wraps `run` as its SDK wants it. */
export interface FuzzAppTool {
  readonly name: string;
  readonly kind: FuzzToolKind;
  /** Takes `{ secret: string, input: string }`. Behaves as its kind says; of a generator it is an async iterable of values. */
  readonly run: (args: unknown) => unknown;
}

/** What an app of a target is made of. */
export interface FuzzApp {
  readonly mode: Mode;
  /** Undefined in the run without hooks. */
  readonly hooks: Hooks | undefined;
  readonly wraps: readonly string[];
  readonly has: (option: string) => boolean;
  readonly tools: readonly FuzzAppTool[];
  /** What the user says, another text each time it is read. */
  readonly prompt: string;
  /** True where the program breaks off in the middle: what was not read may never come. */
  readonly stops: boolean;
  /** Present where the program aborts. */
  readonly signal: AbortSignal | undefined;
  /** The model in memory is asked this; `signal` is what the SDK gave it. */
  readonly answer: (request: unknown, signal?: AbortSignal) => Promise<FuzzAnswer>;
  /** Keeps what a callback was given. */
  readonly note: (what: string, value: unknown) => void;
  /** Reads a stream as the program says: to its end, or until the app has enough. Errors are kept, not thrown. */
  readonly read: (stream: AsyncIterable<unknown>) => Promise<unknown[]>;
}

/** What of the census a program uses: ids of entries, or names of probes or paths that stand for several. */
export type FuzzEntries = readonly string[];

/** One thing to hook and to call. */
export interface FuzzKind {
  readonly name: string;
  readonly entries: FuzzEntries;
  readonly modes: readonly Mode[];
  /** The events whose hooks this kind asks. */
  readonly events: readonly InterceptorName[];
  readonly tools: readonly FuzzToolKind[];
  readonly wraps?: Readonly<Record<string, FuzzEntries>>;
  readonly options?: Readonly<Record<string, FuzzEntries>>;
  /** `json`: what the model says is an object `{ "answer": string }`. */
  readonly says?: 'text' | 'json';
  /** Builds and hooks the app, and returns what uses it once: everything that the app can then reach. */
  readonly open: (app: FuzzApp) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>;
}

/** One version of an SDK to fuzz. */
export interface FuzzTarget {
  readonly name: string;
  readonly version: string;
  readonly kinds: readonly FuzzKind[];
  readonly accepted?: readonly AcceptedDifference[];
}

/** Where a hooked run may differ from an unhooked one, with the reason: at a place, or from there on in such programs. */
export type AcceptedDifference = { readonly why: string } & (
  | { readonly place: RegExp }
  | { readonly program: (program: FuzzProgram) => boolean }
);
