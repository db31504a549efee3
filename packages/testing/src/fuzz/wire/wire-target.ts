import type { Dict, Hooks, InterceptorName } from '@interpose/core';

import type { FuzzEntries } from '../fuzz-target.ts';
import type { FuzzHook } from '../program.ts';

/** The end of a connection that has the hooks, and the other one. */
export type WireSide = 'near' | 'far';

/** One thing that one end says. */
export interface WireStep {
  /** What is said: one of those that the kind knows. */
  readonly say: string;
  /** How the other end takes it: one of those that the kind knows. It answers when absent. */
  readonly taken?: string | undefined;
  /** The next step does not wait for its answer. */
  readonly together?: boolean | undefined;
  /** Who says it gives it up at once. */
  readonly abandoned?: boolean | undefined;
}

/**
 * Messages that two ends exchange, and the policies of one of them, as data.
 *
 * @example
 * const program: WireProgram = { kind: 'client', options: [], steps: [{ say: 'ping' }], policy: 'silent' };
 */
export interface WireProgram {
  readonly kind: string;
  readonly options: readonly string[];
  readonly steps: readonly WireStep[];
  /** Hooks; or hooks that say nothing, observers, or a registry without either, which change nothing. */
  readonly policy: readonly FuzzHook[] | 'silent' | 'observers' | 'empty';
}

/** What two ends are made of. */
export interface WireApp {
  /** Undefined in the run without hooks. */
  readonly hooks: Hooks | undefined;
  readonly has: (option: string) => boolean;
  readonly steps: readonly WireStep[];
  /** A text of this end that occurs nowhere else, by a number of its own: that of the step times ten, and what follows. */
  readonly canary: (side: WireSide, number: number) => string;
  /** The number of the canary in a value; one that no step has where there is none. */
  readonly numberIn: (value: unknown) => number;
  /** Tells that this reached an end: its app, or what runs there for it; by this channel, where there are several. */
  readonly arrived: (side: WireSide, value: unknown, channel?: string) => void;
}

/** Two ends that are connected. */
export interface OpenWire {
  /** Says one thing and returns what came of it. */
  readonly say: (step: WireStep, index: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
  /** What the app of the near end holds and may look into. */
  readonly held?: unknown;
}

/** One way to connect two ends. */
export interface WireKind {
  readonly name: string;
  readonly entries: FuzzEntries;
  /** The events whose hooks this kind asks. */
  readonly events: readonly InterceptorName[];
  /** What may be said, and which entries of the census that uses. */
  readonly says: Readonly<Record<string, FuzzEntries>>;
  readonly takes: readonly string[];
  readonly options?: Readonly<Record<string, FuzzEntries>>;
  /** The same message may come again, and hooks are asked again: what they said last holds. */
  readonly repeats?: boolean;
  /** By which channel a message goes, where the same is told by several and hooks decide about each. */
  readonly channelOf?: (message: WireContext) => string;
  readonly open: (app: WireApp) => Promise<OpenWire>;
}

/** One version of a protocol's SDK to fuzz. */
export interface WireTarget {
  readonly name: string;
  readonly version: string;
  readonly wires: readonly WireKind[];
  /** Where a hooked run may differ from an unhooked one, with the reason. */
  readonly accepted?: readonly {
    readonly why: string;
    readonly program: (program: WireProgram) => boolean;
  }[];
}

/** What hooks are shown of a message. */
export interface WireContext {
  readonly event: InterceptorName;
  readonly message: Dict;
  readonly method?: string;
  readonly metadata: Record<string, unknown>;
  readonly can: readonly string[];
}
