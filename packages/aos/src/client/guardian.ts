import {
  checkOptions,
  definePolicy,
  deny,
  type AnyVerdict,
  type BaseContext,
  type Dict,
  type OptionKind,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';

import { CODECS, isAfterEvent, type AosEvent } from '../events/codecs.ts';
import { SessionInventories } from '../inventory/session-inventories.ts';
import type { AgentDetails } from './agent-details.ts';
import { GuardianCaller, pause } from './http/call-guardian.ts';
import { chooseTransport } from './http/choose-transport.ts';
import { GuardianFailure, type GuardianFailureCode } from './http/guardian-failure.ts';
import type { GuardianOptions } from './guardian-options.ts';
import { readAnswer, type GuardianAnswer } from './read-answer.ts';
import { requestHeaders } from './request-headers.ts';
import { readGuardianOptions, type Settings } from './settings.ts';
import { toldDetails } from './told-details.ts';
import { toVerdict } from './to-verdict.ts';
import { writeRequest, type WrittenRequest } from './write-request.ts';

const OPTIONS = {
  token: 'string',
  name: 'string',
  timeoutMs: 'count',
  maxAnswerBytes: 'count',
  pendingTimeoutMs: 'count',
  retries: 'count',
  url: 'any',
  onFailure: 'any',
  circuit: 'any',
  allowRename: 'boolean',
  repair: 'boolean',
  agent: 'object',
  report: 'function',
  events: 'list',
} satisfies Record<keyof GuardianOptions, OptionKind>;

/**
 * A policy that asks a guardian: each step is sent as an AOS 0.1 request, and the decision is applied here. Policies of
 * this process run first, and steps that they deny are not sent. Without a decision the posture applies: deny, unless
 * `onFailure` says otherwise.
 *
 * @example
 * const hooks = createHooks({ policies: [guardian({ url: 'http://127.0.0.1:4747', token: 'secret', timeoutMs: 500 })] });
 * @throws InterposeError `invalid_option`.
 */
export function guardian(options: GuardianOptions): Policy;
export function guardian(options: GuardianOptions, ...more: readonly unknown[]): Policy {
  checkOptions('guardian', options ?? null, OPTIONS, more);
  const settings = readGuardianOptions(options);
  let caller: GuardianCaller | undefined;
  const callerNow = (): GuardianCaller =>
    (caller ??= new GuardianCaller(settings, chooseTransport(settings.url)));
  const inventories = new SessionInventories();
  const detailsOf = toldDetails(settings.agent);
  const hooks = settings.events.map((event) => [
    event,
    {
      name: event,
      priority: isAfterEvent(event) ? -LAST : LAST,
      timeoutMs: 0,
      run: (ctx: BaseContext) =>
        judge({ settings, caller: callerNow() }, event, ctx, detailsOf(inventories.of(ctx))),
    },
  ]);
  return definePolicy({
    name: settings.name,
    hooks: Object.fromEntries(hooks) as PolicyHooks,
    setup: (registry) => inventories.watch(registry),
  });
}

/** A priority after every policy of this process. After-events run from the highest priority down. */
const LAST = 1_000_000;

/** The settings, and the caller that sends requests. */
interface Asking {
  readonly settings: Settings;
  readonly caller: GuardianCaller;
}

async function judge(
  { settings, caller }: Asking,
  event: AosEvent,
  ctx: BaseContext,
  details: AgentDetails,
): Promise<AnyVerdict | undefined> {
  const codec = CODECS[event];
  const payload = ctx as unknown as Dict; // a context has its payload under the keys of its event
  try {
    const request = writeRequest(codec, ctx, payload, details);
    const { result, repairs } = await decide(settings, caller, ctx, request);
    if (repairs.length > 0) settings.report({ kind: 'repair', event, repairs });
    const { allowRename, repair } = settings;
    return toVerdict(result, { codec, payload, request, allowRename, repair });
  } catch (error) {
    if (!(error instanceof GuardianFailure)) throw error;
    settings.report({ kind: 'failure', event, code: error.code, cause: error.cause });
    if (settings.postureAt(event) === 'allow' && !NEVER_LET.has(error.code))
      return { decision: 'allow', code: error.code };
    return deny('The guardian gave no decision.', { code: error.code });
  }
}

/** Failures that a step itself can cause: an attacker must not use them to avoid the guardian. */
const NEVER_LET: ReadonlySet<GuardianFailureCode> = new Set<GuardianFailureCode>([
  'guardian_pending_timeout',
  'guardian_request_too_large',
  'guardian_request_unsendable',
]);

/** Asks, and asks again while the decision is announced for later. */
async function decide(
  settings: Settings,
  caller: GuardianCaller,
  ctx: BaseContext,
  request: WrittenRequest,
): Promise<Extract<GuardianAnswer, { kind: 'result' }>> {
  const read = (text: string): GuardianAnswer => {
    const answer = readAnswer(text, request.id, settings.repair);
    if (answer.kind === 'pending' || 'decision' in answer.result) return answer;
    throw new GuardianFailure('guardian_answer_invalid', { outage: true });
  };
  const deadline = performance.now() + settings.pendingTimeoutMs;
  let token: string | undefined;
  for (;;) {
    const headers = requestHeaders(settings, ctx.trace, token);
    const answer = await caller.call(request.body, headers, ctx.signal, read);
    if (answer.kind === 'result') return answer;
    const left = deadline - performance.now();
    if (left <= 0) throw new GuardianFailure('guardian_pending_timeout');
    token = answer.token;
    const wait = Math.min(Math.max(answer.retryAfterMs, LEAST_WAIT_MS), MOST_WAIT_MS, left);
    await pause(wait, ctx.signal);
    ctx.signal.throwIfAborted();
  }
}

const LEAST_WAIT_MS = 20;
const MOST_WAIT_MS = 10_000;
