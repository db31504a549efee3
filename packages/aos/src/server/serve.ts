import { checkOptions, type Dict, type Hooks } from '@interpose/core';
import { checkHooks } from '@interpose/core/remote';

import { DECISION_HEADER } from '../client/request-headers.ts';
import type { AosEvent } from '../events/codecs.ts';
import { codecOf, hintsIn } from '../events/codecs.ts';
import { sidesOf } from '../events/components/a2a-events.ts';
import { readContext } from '../events/context/read-context.ts';
import { a2aMethod, mayModify } from '../wire/methods.ts';
import { NESTED_TOO_DEEPLY } from '../wire/parse-json.ts';
import { readBody } from '../wire/read-body.ts';
import { readRequest, type ReadRequest } from '../wire/read-request.ts';
import { reportQuietly } from '../wire/report-quietly.ts';
import { FAULT_CODES, WireFault } from '../wire/wire-fault.ts';
import { checkToken, turnAway } from './admit.ts';
import { CallMemory } from './call-memory.ts';
import { StepJudge, type Step } from './judge-step.ts';
import { PendingDecisions } from './pending-decisions.ts';
import { SERVED, type ServeOptions } from './serve-options.ts';
import { toAnswer } from './to-answer.ts';
import { writeAnswer } from './write-answer.ts';

/**
 * Serves the policies of a registry as an AOS 0.1 guardian. Returns a handler that never throws, for any server with
 * `Request` and `Response` (node:http through Hono's server, Bun, Deno, workerd).
 *
 * @example
 * const handler = serve(hooks, { token: 'secret' });
 * const response = await handler(new Request('http://guardian/', { method: 'POST' }));
 * response.status; // => 401
 * @throws InterposeError `invalid_option`.
 */
export function serve(
  hooks: Hooks,
  options?: ServeOptions,
): (request: Request) => Promise<Response>;
export function serve(
  hooks: Hooks,
  options: ServeOptions = {},
  ...more: readonly unknown[]
): (request: Request) => Promise<Response> {
  checkHooks(hooks);
  checkOptions('serve', options, { ...SERVED, admit: 'function', signal: 'object' }, more);
  checkToken(options);
  return answersOf(hooks, options);
}

/** Does the same for hooks and options that were checked. */
export function answersOf(
  hooks: Hooks,
  options: ServeOptions,
): (request: Request) => Promise<Response> {
  const guardian = new Guardian(hooks, options);
  return (request) => guardian.answer(request);
}

class Guardian {
  readonly #options: ServeOptions;
  readonly #judge: StepJudge;
  readonly #calls = new CallMemory();
  readonly #pending: PendingDecisions;

  constructor(hooks: Hooks, options: ServeOptions) {
    this.#options = { ...options, report: reportQuietly(options.report) };
    this.#judge = new StepJudge(hooks, options.signal);
    this.#pending = new PendingDecisions(options.pendingAfterMs ?? Infinity);
  }

  async answer(request: Request): Promise<Response> {
    const { maxRequestBytes = 1_048_576, token } = this.#options;
    const turnedAway = turnAway(request, token);
    if (turnedAway !== undefined) return turnedAway;
    let read: ReadRequest | undefined;
    try {
      const text = await readBody(request, maxRequestBytes);
      if (text === undefined)
        return this.#refuse(new WireFault(FAULT_CODES.request, 'larger than allowed'), 413);
      read = readRequest(text, this.#options);
      return json(await this.#decide(read, request), 200);
    } catch (error) {
      if (error instanceof WireFault)
        return this.#refuse(error, error.message === NESTED_TOO_DEEPLY ? 413 : 200);
      const { id = null } = read?.request ?? {};
      return this.#refuse(new WireFault(FAULT_CODES.internal, 'internal error', id), 200, error);
    }
  }

  #decide(read: ReadRequest, request: Request): Promise<object> | object {
    const { id, method } = read.request;
    if (read.repairs.length > 0)
      this.#options.report?.({ kind: 'repair', method, repairs: read.repairs });
    if (method === 'ping') return { jsonrpc: '2.0', id, result: this.#health() };
    const token = request.headers.get(DECISION_HEADER);
    const isJudged = this.#options.unknownPending === 'judge';
    if (token !== null && !(isJudged && !this.#pending.isKnown(token)))
      return this.#pending.resume(token, id, method);
    return this.#pending.settle(id, method, this.#judgeStep(read, request));
  }

  async #judgeStep(read: ReadRequest, request: Request): Promise<object> {
    const { id, method, params } = read.request;
    const codec = codecOf(method, params);
    if (codec === undefined)
      throw new WireFault(
        FAULT_CODES.params,
        'neither agent is told in full: whose step is it?',
        id,
      );
    const place = readContext(params, request.headers);
    const sessionId = place.session?.id;
    const problem = this.#options.admit?.(place.agent, request);
    if (problem !== undefined) throw new WireFault(FAULT_CODES.request, problem, id);
    const hints: Dict = { ...hintsIn(params), wireMethod: method };
    const payload = codec.decode(params, hints, (call) => this.#calls.recall(sessionId, call));
    if (codec.event === 'preToolCall') this.#calls.remember(sessionId, payload);
    const step: Step = {
      event: codec.event as AosEvent,
      payload,
      place,
      native: read.request,
      mayModify:
        a2aMethod(method) === undefined || mayModify(method, sidesOf(params).leg === 'request'),
      mayAnswer: hints['answers'] === true,
    };
    return toAnswer(await this.#judge.judge(step), read, codec);
  }

  #health(): object {
    const { version = '0.1.0' } = this.#options;
    return { status: 'connected', version, timestamp: new Date().toISOString() };
  }

  #refuse(fault: WireFault, status: number, cause?: unknown): Response {
    const { code } = fault;
    this.#options.report?.({ kind: 'fault', code, ...(cause === undefined ? {} : { cause }) });
    return json(fault.toAnswer(), status);
  }
}

/** Makes a response from a text and plain headers, for which servers on Node have a fast path. */
function json(answer: object, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(writeAnswer(answer), { status, headers });
}
