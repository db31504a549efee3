import type { EventName, Hooks } from '@interpose/core';

/** Unique texts in every field of a scripted answer and every tool result: a denied one must not be reachable. */
export const canaries = {
  firstText: 'CANARY-FIRST-TEXT',
  firstReasoning: 'CANARY-FIRST-REASONING',
  finalText: 'CANARY-FINAL-TEXT',
  finalReasoning: 'CANARY-FINAL-REASONING',
  metadata: 'CANARY-METADATA',
  toolResult: 'CANARY-TOOL-RESULT',
  /** The text in a search index or a memory. */
  remembered: 'CANARY-REMEMBERED',
} as const;

/** The name of one canary. */
export type Canary = keyof typeof canaries;

/** The environment of a probe's app: hooks, and callbacks that report everything it can reach. */
export interface ProbeRun {
  /** The registry of this run; undefined in the run without hooks. */
  readonly hooks: Hooks | undefined;
  /** Records the value that a callback got, so that it is searched and compared too. */
  readonly note: (what: string, value: unknown) => void;
  /** Records that a tool ran, with its arguments. */
  readonly toolRan: (name: string, args: unknown) => void;
  /** Records that a request reached the model, or a message the other side, with its content. */
  readonly requested: (request?: unknown) => void;
}

/**
 * A small app that uses some entries of an SDK, as a user would write it. It returns everything it can reach.
 *
 * @example
 * const probe: Probe = { name: 'generateText', asks: ['preRequest', 'onResponse'], app: async () => 'the result' };
 */
export interface Probe {
  readonly name: string;
  /** The events that must fire. */
  readonly asks: readonly EventName[];
  readonly app: (run: ProbeRun) => Promise<unknown>;
  /** The ways to run it; if absent, deny and modify at each event that fires. */
  readonly modes?: readonly ProbeMode[];
  /** Whether a version of the SDK has the entry; every version if absent. */
  readonly runsOn?: (version: string) => boolean;
}

/** A failure of a probe: `probe` and `mode` name the run, `found` says what is wrong. */
export interface ProbeFailure {
  readonly probe: string;
  readonly version: string;
  readonly mode: string;
  readonly kind: 'leak' | 'unasked' | 'difference';
  readonly found: string;
}

/** The probes of one version of an SDK, and accepted differences. */
export interface ProbeSuite {
  readonly version: string;
  readonly probes: readonly Probe[];
  /** Places at which a hooked run may differ from an unhooked one, with the reason. */
  readonly accepted?: readonly { readonly place: RegExp; readonly why: string }[];
}

/** Records that a hook ran, and a replacement if the original text must go no further. */
export type Asked = (replaced?: string, by?: string) => void;

/** One way to run a probe: its hooks, and the texts that must then not be reachable. */
export interface ProbeMode {
  readonly name: string;
  readonly event: EventName;
  readonly hooks: (asked: Asked) => Hooks;
  readonly hidden: readonly Canary[];
  /** The actions that must not have happened. */
  readonly stops: readonly ('tool' | 'request')[];
  /** The receiver that must get the replacement and never the original text. */
  readonly keptFrom?: 'model' | 'tools';
}
