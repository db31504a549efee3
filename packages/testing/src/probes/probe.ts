import type { EventName, Hooks } from '@interpose/core';

/** What every field of a scripted answer and every tool result carries: a denied one is reachable nowhere. */
export const canaries = {
  firstText: 'CANARY-FIRST-TEXT',
  firstReasoning: 'CANARY-FIRST-REASONING',
  finalText: 'CANARY-FINAL-TEXT',
  finalReasoning: 'CANARY-FINAL-REASONING',
  metadata: 'CANARY-METADATA',
  toolResult: 'CANARY-TOOL-RESULT',
  /** What a search index or a memory holds. */
  remembered: 'CANARY-REMEMBERED',
} as const;

/** One canary by name. */
export type Canary = keyof typeof canaries;

/** What an app of a probe is given: the seam to hook through, and ways to hand over all that it can reach. */
export interface ProbeRun {
  /** The registry of this run; undefined in the run without hooks. */
  readonly hooks: Hooks | undefined;
  /** Keeps what a callback was given, so that it is searched and compared too. */
  readonly note: (what: string, value: unknown) => void;
  /** Tells that a tool ran, with its arguments. */
  readonly toolRan: (name: string, args: unknown) => void;
  /** Tells that a request reached the model, or a message the other side, and what it held. */
  readonly requested: (request?: unknown) => void;
}

/**
 * A small app that uses some entries of an SDK, as a user would write it. It returns everything that it can reach.
 *
 * @example
 * const probe: Probe = { name: 'generateText', asks: ['preRequest', 'onResponse'], app: async () => 'the result' };
 */
export interface Probe {
  readonly name: string;
  /** The events that have to be asked. */
  readonly asks: readonly EventName[];
  readonly app: (run: ProbeRun) => Promise<unknown>;
  /** The ways to run it; to deny and to modify at each event it asks when absent. */
  readonly modes?: readonly ProbeMode[];
  /** The versions of the SDK that have the entry; every version when absent. */
  readonly runsOn?: (version: string) => boolean;
}

/** Something a probe found: `probe` and `mode` name the run, `found` what was wrong with it. */
export interface ProbeFailure {
  readonly probe: string;
  readonly version: string;
  readonly mode: string;
  readonly kind: 'leak' | 'unasked' | 'difference';
  readonly found: string;
}

/** The probes of one version of an SDK, and what differs for a stated reason. */
export interface ProbeSuite {
  readonly version: string;
  readonly probes: readonly Probe[];
  /** Places at which a hooked run may differ from an unhooked one, with the reason. */
  readonly accepted?: readonly { readonly place: RegExp; readonly why: string }[];
}

/** Tells that a hook was asked, and what it replaced by what where the first must go no further. */
export type Asked = (replaced?: string, by?: string) => void;

/** One way to run a probe: the hooks it gets, and what must then be reachable nowhere. */
export interface ProbeMode {
  readonly name: string;
  readonly event: EventName;
  readonly hooks: (asked: Asked) => Hooks;
  readonly hidden: readonly Canary[];
  /** What must not have happened. */
  readonly stops: readonly ('tool' | 'request')[];
  /** Who must be given the replacement, and never what was replaced. */
  readonly keptFrom?: 'model' | 'tools';
}
