import type { Dict, EventName, Tool, ToolCall } from '@interpose/core';

/** The ids of a step. */
export interface StepIds {
  readonly stepId: string;
}

/** Finds a tool call by its execution id. */
export type Recall = (executionId: string) => { call: ToolCall; tool: Tool } | undefined;

/** Translates one event of the contract to the wire and back. */
export interface Codec {
  /** The event of the contract. */
  readonly event: EventName;
  /** The key of the payload whose value `modify` replaces. */
  readonly key: string;
  /** The place of that value in the request: an RFC 6901 pointer. */
  readonly slot: string;
  /** Returns the method for this payload; undefined if AOS has none. */
  method(payload: Dict): string | undefined;
  /** Returns the parameters without context and reasoning. */
  encode(payload: Dict, ids: StepIds): Dict;
  /** Returns facts without a field in AOS, so that our own guardians see the same as hooks in process. */
  hints(payload: Dict): Dict;
  /** Returns the payload of the event. */
  decode(params: Dict, hints: Dict, recall: Recall): Dict;
  /**
   * Returns the content of the slot in a modified request, given the payload that was sent: a value; an outcome if a
   * result became an error or the reverse; undefined if it changes fixed parts.
   */
  take(params: Dict, payload: Dict): Taken | undefined;
  /** Returns the parameters with another value in the slot. */
  put(params: Dict, value: unknown): Dict;
}

/** The effect of an answer on a step. */
export type Taken = { readonly value: unknown } | { readonly outcome: Dict };

/** Removes absent values, because an absent value must not be sent as a key. */
export function present(entries: Dict): Dict {
  for (const key in entries) if (entries[key] === undefined) return withoutAbsent(entries);
  return entries;
}

/** Copies present values. A loop, as it runs several times a step; `__proto__` is never one of our keys. */
function withoutAbsent(entries: Dict): Dict {
  const kept: Record<string, unknown> = {};
  for (const key in entries) {
    if (entries[key] !== undefined && key !== '__proto__') kept[key] = entries[key];
  }
  return kept;
}

/** Returns the metadata of a changed value. Without metadata, an explicit null of the original stays. */
export function metadataAfter(
  before: unknown,
  metadata: Dict | undefined,
): Dict | null | undefined {
  return metadata ?? (before === null ? null : undefined);
}
