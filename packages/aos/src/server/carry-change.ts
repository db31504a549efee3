import { deny, type DenyVerdict, type Dict, type ModifyVerdict } from '@interpose/core';

import type { Codec } from '../events/codec.ts';
import { hintsIn } from '../events/codecs.ts';
import { sameJson } from '../wire/same-json.ts';

/**
 * Returns a change of the whole parameters with the policy's value in the slot. It is a deny if AOS has no field for a
 * part of it or JSON cannot hold it, since half a change is a different change.
 */
export function carryChange(
  codec: Codec,
  before: Dict,
  { value }: ModifyVerdict,
): ModifyVerdict | DenyVerdict {
  try {
    const params = codec.put(before, value);
    const read = codec.decode(params, hintsIn(params), () => undefined)[codec.key];
    return sameJson(asJson(read), asJson(codec.key === 'error' ? failureOf(value) : value))
      ? { decision: 'modify', value: params }
      : deny('AOS has no field for the change.', { code: 'modify_unsupported' });
  } catch {
    return deny('The decision cannot be written as JSON.', { code: 'answer_unsendable' });
  }
}

/** Returns a value as JSON reads it: parts that JSON omits count on neither side. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function failureOf(error: unknown): unknown {
  return typeof error === 'string' ? { message: error } : error;
}
