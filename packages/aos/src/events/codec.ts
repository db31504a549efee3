import type { Dict, EventName, Tool, ToolCall } from '@interpose/core';

/** What a step knows of itself beside its payload. */
export interface StepIds {
  readonly stepId: string;
}

/** A tool call as it may be found again by its execution id. */
export type Recall = (executionId: string) => { call: ToolCall; tool: Tool } | undefined;

/** One event of the contract in the words of the wire, and back. */
export interface Codec {
  /** The event of the contract. */
  readonly event: EventName;
  /** The key of the payload whose value modify replaces. */
  readonly key: string;
  /** Where modify puts another value: an RFC 6901 pointer into the request. */
  readonly slot: string;
  /** The method this payload travels under; undefined where AOS has none. */
  method(payload: Dict): string | undefined;
  /** The parameters without context and reasoning. */
  encode(payload: Dict, ids: StepIds): Dict;
  /** What AOS has no field for, sent along so that a guardian of ours sees what hooks in process see. */
  hints(payload: Dict): Dict;
  /** The payload of the event. */
  decode(params: Dict, hints: Dict, recall: Recall): Dict;
  /**
   * What a modified request puts in the slot, given the payload that was sent: a value, an outcome where the
   * answer turns a result into an error or back, or nothing where it changes what must stay.
   */
  take(params: Dict, payload: Dict): Taken | undefined;
  /** The parameters with another value in the slot. */
  put(params: Dict, value: unknown): Dict;
}

/** What an answer makes of a step. */
export type Taken = { readonly value: unknown } | { readonly outcome: Dict };

/** Keeps what is given only where it is there: an absent value must not travel as a key. */
export function present(entries: Dict): Dict {
  for (const key in entries) if (entries[key] === undefined) return withoutAbsent(entries);
  return entries;
}

/** A loop, since this is done several times a step; a key that would set a prototype is none of ours. */
function withoutAbsent(entries: Dict): Dict {
  const kept: Record<string, unknown> = {};
  for (const key in entries) {
    if (entries[key] !== undefined && key !== '__proto__') kept[key] = entries[key];
  }
  return kept;
}

/** The metadata of a changed value; where there still is none, a null that said so stays. */
export function metadataAfter(
  before: unknown,
  metadata: Dict | undefined,
): Dict | null | undefined {
  return metadata ?? (before === null ? null : undefined);
}
