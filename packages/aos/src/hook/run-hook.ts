import type { AnyVerdict, Dict, Hooks, Verb } from '@interpose/core';

import { toVerdict } from '../client/to-verdict.ts';
import { writeRequest } from '../client/write-request.ts';
import { CODECS, type AosEvent } from '../events/codecs.ts';
import { present } from '../events/codec.ts';
import type { StepSource } from '../events/context/write-context.ts';
import { answersOf } from '../server/serve.ts';
import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { parseJson } from '../wire/parse-json.ts';
import { isWireId } from '../wire/read-request.ts';
import { isEventInput } from './is-event-input.ts';

/** The options for answering one event given as text. */
export interface RunHookOptions {
  /** The answer to malformed input. */
  readonly posture: 'deny' | 'allow';
  /** The decisions that the caller can carry out, if the input does not say. */
  readonly can: readonly Verb[];
}

/**
 * Answers one event, `{ event, payload, session?, agent?, user?, can? }`, or an AOS 0.1 request, each in its own form.
 * Unreadable input gets the posture; it never throws.
 */
export async function runHook(
  text: string,
  hooks: Hooks,
  options: RunHookOptions,
): Promise<object> {
  try {
    const { value } = parseJson(text, true, MAX_DEPTH);
    if (!isDict(value)) return inPosture(options.posture, 'malformed_input');
    if ('jsonrpc' in value) return await answerRequest(text, value, hooks, options);
    return await answerEvent(value, hooks, options);
  } catch {
    return inPosture(options.posture, 'malformed_input');
  }
}

const MAX_DEPTH = 64;

/** Returns the answer without a decision, in the form of the caller as far as it is known. */
export function inPosture(posture: 'deny' | 'allow', code: string, text = ''): object {
  const request = requestIn(text);
  if (request !== undefined) return answerInPosture(request, posture, code);
  return posture === 'allow'
    ? { decision: 'allow', code }
    : { decision: 'deny', reason: NOT_DECIDED, code };
}

const NOT_DECIDED = 'No policy could decide.';

function requestIn(text: string): Dict | undefined {
  try {
    const { value } = parseJson(text, true, MAX_DEPTH);
    return isDict(value) && 'jsonrpc' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

async function answerRequest(
  text: string,
  request: Dict,
  hooks: Hooks,
  { posture }: RunHookOptions,
): Promise<object> {
  const answer = await ask(text, hooks, true);
  return 'error' in answer ? answerInPosture(request, posture, 'malformed_input') : answer;
}

function answerInPosture({ id }: Dict, posture: 'deny' | 'allow', code: string): object {
  const result = { decision: posture, message: NOT_DECIDED, reasonCode: [code] };
  return { jsonrpc: '2.0', id: isWireId(id) ? id : null, result };
}

async function answerEvent(input: Dict, hooks: Hooks, options: RunHookOptions): Promise<object> {
  const event = stringAt(input, 'event') ?? '';
  const payload = dictAt(input, 'payload');
  if (!Object.hasOwn(CODECS, event) || !isEventInput(input))
    return inPosture(options.posture, 'malformed_input');
  const codec = CODECS[event as AosEvent];
  const request = writeRequest(codec, sourceOf(event, input), payload, {});
  const answer = await ask(request.body, hooks, false);
  const result = answer['result'];
  if (!isDict(result)) return inPosture(options.posture, 'malformed_input');
  const target = { codec, payload, request, allowRename: true, repair: false };
  const can = Array.isArray(input['can']) ? input['can'] : options.can;
  return spoken(toVerdict(result, target), dictAt(result, 'data')['by'], can);
}

async function ask(body: string, hooks: Hooks, repair: boolean): Promise<Dict> {
  const request = new Request('http://stdin.invalid/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await (await answersOf(hooks, { repair })(request)).json()) as Dict;
}

/** Returns the verdict as JSON. A change that the caller cannot make becomes a deny. */
function spoken(verdict: AnyVerdict | undefined, by: unknown, can: readonly unknown[]): object {
  if (verdict === undefined) return { decision: 'allow' };
  if (verdict.decision === 'modify' && !can.includes('modify')) {
    const reason = 'A policy asked for "modify", which cannot be done here.';
    return present({ decision: 'deny', reason, code: 'modify_unsupported', by });
  }
  return present({ ...verdict, by });
}

function sourceOf(event: string, input: Dict): StepSource {
  const agent = dictAt(input, 'agent');
  const user = dictAt(input, 'user');
  const id = stringAt(user, 'id');
  const name = stringAt(agent, 'name');
  return {
    event,
    session: { id: stringAt(dictAt(input, 'session'), 'id') ?? crypto.randomUUID() },
    chatId: stringAt(input, 'chatId') ?? crypto.randomUUID(),
    stepId: stringAt(input, 'stepId') ?? crypto.randomUUID(),
    at: Date.now(),
    agent: { id: stringAt(agent, 'id') ?? 'unknown', ...(name === undefined ? {} : { name }) },
    ...(id === undefined ? {} : { user: { id } }),
  };
}
