import type { Dict } from '@interpose/core';

import { AOSResponse } from '../generated/validators.mjs';
import type { WireId } from '../wire/wire-fault.ts';
import { isDict, stringAt } from '../wire/is-dict.ts';
import { parseJson } from '../wire/parse-json.ts';
import type { Repair } from '../wire/repair.ts';
import { FAULT_CODES } from '../wire/wire-fault.ts';
import { GuardianFailure } from './http/guardian-failure.ts';

/** The answer of a guardian: a decision in its wire form, or the notice that it will come later. */
export type GuardianAnswer =
  | { readonly kind: 'result'; readonly result: Dict; readonly repairs: readonly Repair[] }
  | { readonly kind: 'pending'; readonly token: string; readonly retryAfterMs: number };

const MAX_DEPTH = 64;

/**
 * Reads the answer to the request with this id. A modified request inside is not checked here: an error in it is an
 * invalid modification, not a failure of the guardian.
 *
 * @throws GuardianFailure for everything that is no decision.
 */
export function readAnswer(text: string, id: WireId, repair: boolean): GuardianAnswer {
  const { value, repairs } = parse(text, repair);
  const isModify =
    isDict(value) && isDict(value['result']) && value['result']['decision'] === 'modify';
  const judged = isModify ? withoutModification(value) : value;
  if (!isDict(value) || !AOSResponse(judged)) throw invalid(AOSResponse.errors);
  const { error, result } = value;
  if (isDict(error)) return readError(error, value['id'] === id);
  if (value['id'] !== id) throw invalid('the answer has another id');
  if (!isDict(result)) throw invalid('the answer has no result');
  return { kind: 'result', result, repairs };
}

function parse(text: string, repair: boolean): ReturnType<typeof parseJson> {
  try {
    return parseJson(text, repair, MAX_DEPTH);
  } catch (cause) {
    throw invalid(cause);
  }
}

/** Returns the same answer with a decision that needs no modification. */
function withoutModification(answer: Dict): Dict {
  const { modifiedRequest: _, ...result } = answer['result'] as Dict;
  return { ...answer, result: { ...result, decision: 'allow' } };
}

function readError(error: Dict, isOurs: boolean): GuardianAnswer {
  const data = isDict(error['data']) ? error['data'] : {};
  const token = stringAt(data, 'token') ?? '';
  if (error['code'] !== FAULT_CODES.pending || !TOKEN.test(token) || !isOurs)
    throw new GuardianFailure('guardian_error', { cause: error });
  const wait = data['retryAfterMs'];
  return { kind: 'pending', token, retryAfterMs: typeof wait === 'number' ? wait : 1000 };
}

/** The characters that a header can carry. */
const TOKEN = /^[\x21-\x7E]{1,1024}$/;

function invalid(cause: unknown): GuardianFailure {
  return new GuardianFailure('guardian_answer_invalid', { outage: true, cause });
}
