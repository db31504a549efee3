import { createHooks, type AnyVerdict, type Dict } from '@interpose/core';

import type { GuardianOptions } from '../client/guardian-options.ts';
import { serve } from '../server/serve.ts';
import { toolErrorEvent, toolResultEvent } from '../events/tool-result-events.ts';
import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { normalize } from '../wire/normalize.ts';
import { askGuardian, stepOf, type Asked, type StepOnWire } from './ask-hooks.ts';
import { answering } from './judge-response.ts';
import { sameJson } from '../wire/same-json.ts';
import { valueAt, withValueAt } from './value-at.ts';
import type { Bench, Vector } from './vector.ts';

/** Judges a request and its answer: the action of the host, and whether our own guardian would answer alike. */
export async function judgeExchange(vector: Vector, bench: Bench): Promise<string | undefined> {
  const request = vector['request'] as Dict;
  const step = stepOf(request);
  const url = bench.at((incoming) => answerWith(vector, incoming));
  const options: Partial<GuardianOptions> = isDict(vector['options']) ? vector['options'] : {};
  const { action } = vector.expect;
  const postures = action === 'posture' ? (['deny', 'allow'] as const) : [undefined];
  for (const onFailure of postures) {
    const posture = onFailure === undefined ? {} : { onFailure };
    const asked = await askGuardian(step, { ...options, ...posture, url });
    const wanted = { ...vector.expect, action: actionOf(action, onFailure) };
    const fault = compare(wanted, asked, request, step);
    if (fault !== undefined) return fault;
  }
  return answeredAlike(vector, request, step);
}

function actionOf(action: unknown, onFailure: 'deny' | 'allow' | undefined): unknown {
  if (onFailure === undefined) return action;
  return onFailure === 'deny' ? 'block' : 'proceed';
}

async function answerWith(vector: Vector, incoming: Request): Promise<Response> {
  const sent: unknown = await incoming.json();
  const { response } = vector;
  const given = vector['http'] ?? (isDict(response) ? response['http'] : undefined);
  if (typeof given === 'number') return new Response('', { status: given });
  if (isDict(given)) return rawAnswer(given, sent, vector['request']);
  if (response === null || response === undefined) return new Promise(() => undefined);
  return Response.json(answering(response, sent, vector['request']));
}

function rawAnswer(http: Dict, sent: unknown, request: unknown): Response {
  const { status = 200, headers, body = '' } = http;
  const text = typeof body === 'string' ? body : JSON.stringify(answering(body, sent, request));
  return new Response(text, {
    status: Number(status),
    headers: (headers ?? {}) as Record<string, string>,
  });
}

function compare(
  expect: Dict,
  { verdict, record }: Asked,
  request: Dict,
  step: StepOnWire,
): string | undefined {
  const done = DONE[verdict.decision];
  if (done !== expect['action']) return `the host would ${String(done)}`;
  const { codes, effective, audit } = expect;
  if (Array.isArray(codes) && !codes.every((code: string) => record?.codes.includes(code)))
    return `recorded ${String(record?.codes)}`;
  if (audit === true && record === undefined) return 'nothing was recorded';
  if (!isDict(effective)) return undefined;
  const pointer = stringAt(effective, 'pointer') ?? '';
  const wanted = withValueAt(request, pointer, effective['value']) as Dict; // a copy of an object
  const got = { ...wanted, params: putting(verdict, dictAt(wanted, 'params'), step) };
  if (sameJson(got, wanted)) return undefined;
  return `the host would use ${JSON.stringify(valueAt(got, pointer))}`;
}

const DONE: Readonly<Record<string, string>> = {
  allow: 'proceed',
  modify: 'proceed_modified',
  respond: 'proceed_modified',
  deny: 'block',
};

/** Returns the wanted parameters with the host's value in the slot; equal if the host uses the wanted value. */
function putting(verdict: AnyVerdict, wanted: Dict, { codec }: StepOnWire): Dict {
  if (verdict.decision === 'modify') return codec.put(wanted, verdict.value);
  if (verdict.decision !== 'respond') return wanted;
  const { outcome } = verdict;
  return 'error' in outcome
    ? toolErrorEvent.put(wanted, outcome.error)
    : toolResultEvent.put(wanted, outcome['result']);
}

/** Checks that a registry with the same decision writes it in the same form. */
async function answeredAlike(
  { response, expect }: Vector,
  request: Dict,
  step: StepOnWire,
): Promise<string | undefined> {
  const isTaken = expect['action'] === 'proceed_modified';
  const wanted = isDict(response) ? dictAt(response, 'result') : {};
  const said = sayingAlike(wanted, step);
  if (said === undefined || (said.decision === 'modify' && !isTaken)) return undefined;
  const hooks = createHooks({ allowRename: true });
  hooks.addHook(step.event, () => said as never);
  const incoming = new Request('http://guardian.invalid/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const answer = (await (await serve(hooks)(incoming)).json()) as Dict;
  const { decision, reasonCode, message, modifiedRequest } = dictAt(answer, 'result');
  const isUnsupported = sameJson(reasonCode, ['modify_unsupported']);
  if (said.decision === 'modify' && isUnsupported) return undefined;
  if (decision !== said.decision) return `a guardian of ours answers ${String(decision)}`;
  if (said.decision === 'deny' && message !== wanted['message']) return 'the message was lost';
  if (said.decision === 'deny' && !sameJson(reasonCode, wanted['reasonCode']))
    return 'codes were lost';
  if (said.decision !== 'modify') return undefined;
  const { slot } = step.codec;
  const given = normalize(wanted['modifiedRequest']).value;
  const isSame = sameJson(valueAt(modifiedRequest, slot), valueAt(given, slot));
  const meant = valueIn(modifiedRequest, step);
  return isSame || sameJson(meant, said.value)
    ? undefined
    : 'a guardian of ours modifies otherwise';
}

/** Returns the verdict behind an answer; undefined if no registry would return it. */
function sayingAlike(result: Dict, step: StepOnWire): AnyVerdict | undefined {
  const message = stringAt(result, 'message');
  if (result['decision'] === 'allow') return { decision: 'allow' };
  if (result['decision'] === 'deny') {
    const codes = (result['reasonCode'] ?? []) as readonly string[];
    const [code, ...further] = codes;
    const details = {
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
      ...(further.length === 0 ? {} : { data: { codes } }),
    };
    return { decision: 'deny', reason: stringAt(result, 'reasoning') ?? '', ...details };
  }
  const value = valueIn(result['modifiedRequest'], step);
  return value === undefined ? undefined : { decision: 'modify', value };
}

/** Returns the slot's value in a modified request; undefined for none. */
function valueIn(modifiedRequest: unknown, { codec, payload }: StepOnWire): unknown {
  const modified = normalize(modifiedRequest).value;
  const taken = isDict(modified) ? codec.take(dictAt(modified, 'params'), payload) : undefined;
  return taken !== undefined && 'value' in taken ? taken.value : undefined;
}
