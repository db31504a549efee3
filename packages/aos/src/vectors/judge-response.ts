import type { Dict } from '@interpose/core';

import { AOSResponse } from '../generated/validators.mjs';
import { ping } from '../client/ping.ts';
import { isDict } from '../wire/is-dict.ts';
import { isWireId } from '../wire/read-request.ts';
import { askGuardian, type StepOnWire } from './ask-hooks.ts';
import { toolCallEvent } from '../events/tool-call-event.ts';
import type { Bench, Vector } from './vector.ts';

/** Judges an answer: whether it is valid, and the host's reaction. */
export async function judgeResponse(vector: Vector, bench: Bench): Promise<string | undefined> {
  const { wire, expect } = vector;
  if (AOSResponse(wire) !== expect['valid']) return `valid is ${String(!expect['valid'])}`;
  const url = bench.at(async (request) => Response.json(answering(wire, await request.json())));
  if (expect['health'] !== undefined) {
    const { health } = await ping({ url });
    return health === expect['health'] ? undefined : `health is ${health}`;
  }
  const { treatAs = expect['decision'] } = expect;
  for (const onFailure of ['deny', 'allow'] as const) {
    const { verdict, record } = await askGuardian(CALL, { url, onFailure });
    const wanted = treatAs === 'failure' ? onFailure : treatAs;
    if (verdict.decision !== wanted) return `with onFailure ${onFailure}: ${verdict.decision}`;
    const failed = record?.codes.some((code) => code.startsWith('guardian_')) === true;
    if (failed !== (treatAs === 'failure')) return `recorded ${String(record?.codes)}`;
  }
  return undefined;
}

const CALL: StepOnWire = {
  codec: toolCallEvent,
  event: 'preToolCall',
  payload: {
    call: { id: 'exec-1', name: 'pay_invoice', args: { amount: 1840 } },
    tool: { name: 'pay_invoice', origin: 'local', known: true, enabled: true },
  },
};

/** Returns the vector's answer with the id of the real request: ids are unique in a session. */
export function answering(wire: unknown, request: unknown, vectorRequest?: unknown): unknown {
  if (!isDict(wire) || !isDict(request)) return wire;
  const asked = isDict(vectorRequest) ? vectorRequest['id'] : wire['id'];
  const rename = (holder: Dict): Dict =>
    holder['id'] === asked && isWireId(asked) ? { ...holder, id: request['id'] } : holder;
  const answer = rename(wire);
  const result = answer['result'];
  const modified = isDict(result) ? result['modifiedRequest'] : undefined;
  return isDict(result) && isDict(modified)
    ? { ...answer, result: { ...result, modifiedRequest: rename(modified) } }
    : answer;
}
