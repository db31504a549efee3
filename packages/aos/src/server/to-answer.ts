import type { AnyVerdict, DenyVerdict, Dict } from '@interpose/core';

import { present, type Codec } from '../events/codec.ts';
import type { ReadRequest } from '../wire/read-request.ts';
import type { Repair } from '../wire/repair.ts';
import { carryChange } from './carry-change.ts';
import type { Judgement } from './judge-step.ts';

/**
 * Writes the decision in the form of AOS, with the deciding policies in `data.by`, and `problem`, `settled` and
 * `approvedBy` of the record beside the data of the verdict.
 */
export function toAnswer(
  { verdict: ruled, record }: Judgement,
  { request, repairs }: ReadRequest,
  codec: Codec,
): object {
  const told = record?.mode === 'enforce' ? record : undefined;
  const by = told?.by ?? [];
  const verdict = ruled?.decision === 'modify' ? carryChange(codec, request.params, ruled) : ruled;
  const isKept = verdict?.decision === ruled?.decision;
  const codes = codesOf(verdict, (isKept && told?.codes) || []);
  const said = wordsFor(verdict, request);
  const reasoning = isKept ? told?.reason : undefined;
  const data = {
    ...(verdict?.decision !== 'deny' && isKept && told?.data),
    ...said.data,
    ...(told &&
      present({ problem: told.problem, settled: told.settled, approvedBy: told.approvedBy })),
    ...listed('by', by),
    ...listed('repairs', repairs),
  };
  const isPlain = said.result === ALLOWED && reasoning === undefined && codes.length === 0;
  if (isPlain && Object.keys(data).length === 0)
    return { jsonrpc: '2.0', id: request.id, result: ALLOWED };
  const result = {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...said.result,
    ...(codes.length === 0 ? {} : { reasonCode: codes }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
  return { jsonrpc: '2.0', id: request.id, result };
}

const BLOCKED: Dict = { decision: 'deny', message: 'Blocked by policy.' };

const ALLOWED: Dict = { decision: 'allow', message: 'Allowed by policy.' };

function listed(key: string, values: readonly (string | Repair)[]): Dict {
  return values.length === 0 ? {} : { [key]: values };
}

function wordsFor(
  verdict: AnyVerdict | undefined,
  request: ReadRequest['request'],
): { readonly result: Dict; readonly data?: Dict | undefined } {
  switch (verdict?.decision) {
    case undefined:
    case 'allow':
      return { result: ALLOWED };
    case 'modify': {
      const modifiedRequest = { ...request, params: verdict.value };
      return { result: { decision: 'modify', message: 'Modified by policy.', modifiedRequest } };
    }
    case 'deny': {
      const { reason: reasoning, message = 'Blocked by policy.' } = verdict;
      const { codes, ...rest } = verdict.data ?? {};
      const data = codes === undefined || Array.isArray(codes) ? rest : verdict.data;
      return { result: present({ decision: 'deny', message, reasoning }), data };
    }
    case 'respond':
      // AOS has no such decision: a client that does not know ours reads a deny.
      return { result: BLOCKED, data: { interpose: { outcome: verdict.outcome } } };
    default:
      return { result: BLOCKED };
  }
}

/** Returns the codes of the record, else of the verdict, then further codes of a guardian behind this one. */
function codesOf(verdict: AnyVerdict | undefined, recorded: readonly string[]): readonly string[] {
  if (verdict === undefined || verdict.decision === 'allow' || verdict.decision === 'modify')
    return recorded;
  if (verdict.decision !== 'deny') return [...recorded, `${verdict.decision}_unsupported`];
  const own = recorded.length > 0 ? recorded : codeOf(verdict);
  const further = verdict.data?.['codes'];
  if (!Array.isArray(further)) return own;
  return [...new Set([...own, ...further.map(String)])];
}

function codeOf({ code }: DenyVerdict): readonly string[] {
  return code === undefined ? [] : [code];
}
