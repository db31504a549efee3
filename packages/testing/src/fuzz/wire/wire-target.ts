import type { Dict, Hooks, InterceptorName } from '@interpose/core';

import type { FuzzEntries } from '../fuzz-target.ts';
import type { FuzzHook } from '../program.ts';

/** The side of a connection that has the hooks, and the other side. */
export type WireSide = 'near' | 'far';

/** One message that one side sends. */
export interface WireStep {
  /** The message: one of those that the kind knows. */
  readonly say: string;
  /** The reaction of the other side: one of those that the kind knows; a plain answer if absent. */
  readonly taken?: string | undefined;
  /** True if the next step does not wait for its answer. */
  readonly together?: boolean | undefined;
  /** True if the sender cancels it at once. */
  readonly abandoned?: boolean | undefined;
}

/**
 * Messages between two sides, and the policies of one side, as data.
 *
 * @example
 * const program: WireProgram = { kind: 'client', options: [], steps: [{ say: 'ping' }], policy: 'silent' };
 */
export interface WireProgram {
  readonly kind: string;
  readonly options: readonly string[];
  readonly steps: readonly WireStep[];
  /** Hooks; or hooks that say nothing, observers, or an empty registry, which change nothing. */
  readonly policy: readonly FuzzHook[] | 'silent' | 'observers' | 'empty';
}

/** The environment of the two sides. */
export interface WireApp {
  /** Undefined in the run without hooks. */
  readonly hooks: Hooks | undefined;
  readonly has: (option: string) => boolean;
  readonly steps: readonly WireStep[];
  /** Returns a unique text of this side by number: the number of the step times ten, plus an index. */
  readonly canary: (side: WireSide, number: number) => string;
  /** Returns the number of the canary in a value; a number that no step has if there is none. */
  readonly numberIn: (value: unknown) => number;
  /** Reports that a value reached the app of a side, or code that runs for it; by a channel if there are several. */
  readonly arrived: (side: WireSide, value: unknown, channel?: string) => void;
}

/** Two connected sides. */
export interface OpenWire {
  /** Sends one message and returns the result. */
  readonly say: (step: WireStep, index: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
  /** Values that the app of the near side holds and may read. */
  readonly held?: unknown;
}

/** One way to connect two ends. */
export interface WireKind {
  readonly name: string;
  readonly entries: FuzzEntries;
  /** The events that this kind fires. */
  readonly events: readonly InterceptorName[];
  /** The possible messages, each with the census entries that it uses. */
  readonly says: Readonly<Record<string, FuzzEntries>>;
  readonly takes: readonly string[];
  readonly options?: Readonly<Record<string, FuzzEntries>>;
  /** True if the same message may come again and hooks run again: their last verdict counts. */
  readonly repeats?: boolean;
  /** Returns the channel of a message, if several carry the same content and hooks decide each. */
  readonly channelOf?: (message: WireContext) => string;
  readonly open: (app: WireApp) => Promise<OpenWire>;
}

/** One version of a protocol's SDK to fuzz. */
export interface WireTarget {
  readonly name: string;
  readonly version: string;
  readonly wires: readonly WireKind[];
  /** Places where a hooked run may differ from an unhooked one, with the reason. */
  readonly accepted?: readonly {
    readonly why: string;
    /** True for a whole program, which comes without a value, or for a value that arrived in one. */
    readonly program: (program: WireProgram, arrived?: unknown) => boolean;
  }[];
}

/** What hooks see of a message. */
export interface WireContext {
  readonly event: InterceptorName;
  readonly message: Dict;
  readonly method?: string;
  readonly metadata: Record<string, unknown>;
  readonly can: readonly string[];
}
