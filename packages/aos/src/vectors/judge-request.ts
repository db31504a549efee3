import { createHooks, deny, type Dict, type Hooks } from '@interpose/core';

import { AOSRequest, AOSResponse } from '../generated/validators.mjs';
import { aosEvents } from '../events/codecs.ts';
import { sidesOf } from '../events/components/a2a-events.ts';
import { serve } from '../server/serve.ts';
import { dictAt, isDict } from '../wire/is-dict.ts';
import { isWireId } from '../wire/read-request.ts';
import { askGuardian, stepOf } from './ask-hooks.ts';
import { sameJson } from '../wire/same-json.ts';
import type { Bench, Vector } from './vector.ts';

/** Judges a request: whether it is valid, and its event in both roles. */
export async function judgeRequest(vector: Vector, bench: Bench): Promise<string | undefined> {
  const { wire, text, expect } = vector;
  if (typeof text === 'string') return refusedText(text, expect['error']);
  const isValid = AOSRequest(wire);
  if (isValid !== expect['valid']) return `valid is ${String(isValid)}`;
  if (!isValid) return refusedWith(wire, expect['error']);
  const request = wire as Dict;
  if (request['method'] === 'ping') return pinged(request);
  return (
    (await heardAs(request, expect)) ??
    (await deniedAs(request)) ??
    (await modifiedAs(request, expect)) ??
    (await sentAgain(request, bench))
  );
}

/** Checks a text that is no JSON: it has no id to answer to. */
async function refusedText(text: string, code: unknown): Promise<string | undefined> {
  const answer = await answerTo(createHooks(), text);
  const isRefused = dictAt(answer, 'error')['code'] === code && answer['id'] === null;
  return isRefused ? undefined : `answered ${JSON.stringify(answer)}`;
}

async function refusedWith(wire: unknown, code: unknown): Promise<string | undefined> {
  const heard: string[] = [];
  const answer = await answerOf(listening(heard), wire);
  const id = isDict(wire) && isWireId(wire['id']) ? wire['id'] : null;
  if (heard.length > 0) return `an invalid request reached the hooks of ${heard.join()}`;
  if (dictAt(answer, 'error')['code'] !== code) return `answered ${JSON.stringify(answer)}`;
  return answer['id'] === id ? undefined : `answered to id ${String(answer['id'])}`;
}

async function pinged(request: Dict): Promise<string | undefined> {
  const answer = await answerOf(createHooks(), request);
  const fits = AOSResponse(answer) && dictAt(answer, 'result')['status'] === 'connected';
  return fits ? undefined : `answered ${JSON.stringify(answer)}`;
}

async function heardAs(request: Dict, expect: Dict): Promise<string | undefined> {
  const heard: string[] = [];
  const answer = await answerOf(listening(heard), request);
  const { decision, message } = dictAt(answer, 'result');
  if (!AOSResponse(answer) || decision !== 'allow' || typeof message !== 'string')
    return `answered ${JSON.stringify(answer)}`;
  if (!sameJson(heard, [expect['event']])) return `stands for ${heard.join()}`;
  const { method, slot, direction, observedRole, leg } = expect;
  const { codec } = stepOf(request);
  const sides = sidesOf(dictAt(request, 'params'));
  const facts = { method: request['method'], slot: codec.slot, direction: wayOf(codec.event) };
  const seen: Dict = { ...facts, observedRole: sides.role, leg: sides.leg };
  const wanted: Dict = { method, slot, direction, observedRole, leg };
  const wrong = Object.keys(wanted).find(
    (key) => wanted[key] !== undefined && wanted[key] !== seen[key],
  );
  return wrong === undefined ? undefined : `${wrong} is ${String(seen[wrong])}`;
}

function wayOf(event: string): string {
  return event.startsWith('pre') ? 'outbound' : 'inbound';
}

async function deniedAs(request: Dict): Promise<string | undefined> {
  const said = deny('because', { code: 'a_code', message: 'for people', data: { more: 1 } });
  const answer = await answerOf(
    saying(() => said),
    request,
  );
  const { decision, reasoning, reasonCode, message, data } = dictAt(answer, 'result');
  const words = { decision, reasoning, reasonCode, message, data };
  const wanted = {
    decision: 'deny',
    reasoning: 'because',
    reasonCode: ['a_code'],
    message: 'for people',
    data: { more: 1, by: ['judge'] },
  };
  return sameJson(words, wanted) ? undefined : `a deny became ${JSON.stringify(words)}`;
}

/** Checks modify with the same value in the slot: the modified request must equal the request. */
async function modifiedAs(request: Dict, { verbs }: Dict): Promise<string | undefined> {
  const mayModify = !Array.isArray(verbs) || verbs.includes('modify');
  const { codec, payload } = stepOf(request);
  const slot = { onToolCallResult: 'result', onToolCallError: 'error' }[codec.event as string];
  const answer = await answerOf(
    saying((ctx) => ({ decision: 'modify', value: copyOf(ctx, slot ?? slotKeyOf(payload)) })),
    request,
  );
  const { decision, reasonCode, modifiedRequest } = dictAt(answer, 'result');
  if (!mayModify) {
    const refused = decision === 'deny' && sameJson(reasonCode, ['modify_unsupported']);
    return refused ? undefined : `modify was answered with ${JSON.stringify(answer)}`;
  }
  if (isSameText(payload)) return undefined;
  if (decision !== 'modify' || !AOSResponse(answer)) return `modify became ${String(decision)}`;
  return sameJson(modifiedRequest, request) ? undefined : 'modify changed more than the slot';
}

/** Whether the slot holds a string or nothing, for which no equal copy exists. */
function isSameText(payload: Dict): boolean {
  return 'result' in payload && typeof payload['result'] !== 'object';
}

function slotKeyOf(payload: Dict): string {
  const keys = ['message', 'trigger', 'call', 'results', 'memory'];
  return keys.find((key) => key in payload) ?? 'message';
}

function copyOf(ctx: Dict, key: string): unknown {
  return structuredClone(ctx[key]);
}

async function sentAgain(request: Dict, bench: Bench): Promise<string | undefined> {
  const step = stepOf(request);
  let sent: unknown;
  const url = bench.at(async (incoming) => {
    sent = await incoming.json();
    const { id } = sent as Dict;
    return Response.json({ jsonrpc: '2.0', id, result: { decision: 'allow', message: 'ok' } });
  });
  const { verdict } = await askGuardian(step, { url });
  if (verdict.decision !== 'allow') return `the client ended in ${verdict.decision}`;
  if (!AOSRequest(sent)) return `the client sent ${JSON.stringify(sent)}`;
  if (dictAt({ sent }, 'sent')['method'] !== request['method'])
    return 'the client sent another method';
  const again = stepOf(sent as Dict);
  if (again.event !== step.event) return `the client sent it as ${again.event}`;
  return sameJson(again.payload, step.payload) ? undefined : 'the client sent another step';
}

function listening(heard: string[]): Hooks {
  const hooks = createHooks();
  for (const event of aosEvents) hooks.addHook(event, () => void heard.push(event));
  return hooks;
}

function saying(verdict: (ctx: Dict) => unknown): Hooks {
  const hooks = createHooks();
  for (const event of aosEvents)
    hooks.addHook(event, (ctx) => verdict(ctx as unknown as Dict) as never, { name: 'judge' }); // one verdict for all events
  return hooks;
}

function answerOf(hooks: Hooks, wire: unknown): Promise<Dict> {
  return answerTo(hooks, JSON.stringify(wire));
}

async function answerTo(hooks: Hooks, body: string): Promise<Dict> {
  const request = new Request('http://guardian.invalid/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await (await serve(hooks, { repair: false })(request)).json()) as Dict;
}
