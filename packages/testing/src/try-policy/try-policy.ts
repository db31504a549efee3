import {
  checkOptions,
  createHooks,
  type AgentIdentity,
  type ApprovalRequest,
  type Approver,
  type DecisionRecord,
  type Dict,
  type EventName,
  type Hooks,
  type HooksOptions,
  type PayloadOf,
  type Policy,
  type SessionOptions,
  type User,
} from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';

import { completePayload, type TrialPayload } from './complete-payload.ts';
import { slotValue } from './slot-value.ts';
import type { Trial, TrialFailure } from './trial.ts';

/** The options of a trial. */
export interface TryOptions extends Omit<HooksOptions, 'policies' | 'approver'> {
  /** The approver: always yes or no, or your own; `no` by default. */
  readonly approver?: 'yes' | 'no' | Approver;
  readonly agent?: AgentIdentity;
  readonly user?: User;
  readonly session?: SessionOptions;
  /** The initial state of the session. */
  readonly state?: Dict;
  readonly signal?: AbortSignal;
}

/** All options, so that a misspelt one is noticed. */
const OPTIONS: readonly (keyof TryOptions)[] = [
  'approver',
  'agent',
  'user',
  'session',
  'state',
  'signal',
  'sessionIdleMs',
  'approvalTimeoutMs',
  'timeoutMs',
  'onError',
  'onDeny',
  'mode',
  'strict',
  'store',
  'retries',
  'trace',
  'historyLimit',
  'maxDepth',
  'allowRename',
];

/**
 * Runs one event against one policy and returns the result; needs no SDK, model or chat.
 *
 * @example
 * const trial = await tryPolicy(noShell, 'preToolCall', { call: { id: '1', name: 'exec', args: {} } });
 * trial.verdict; // { decision: 'deny', reason: 'no shell', … }
 */
export async function tryPolicy<E extends EventName>(
  policy: Policy,
  event: E,
  payload: TrialPayload<E>,
  options: TryOptions = {},
): Promise<Trial<E>> {
  checkOptions('tryPolicy', options, OPTIONS);
  const { approver = 'no', agent, user, session, state = {}, signal, ...hooksOptions } = options;
  const asks: ApprovalRequest[] = [];
  const hooks = createHooks({ ...hooksOptions, approver: listening(approver, asks) });
  const chat = await openChat(hooks, {
    host: { framework: 'try-policy', version: '' },
    agent: agent ?? { id: 'tried-agent' },
    ...(user && { user }),
    ...(session && { session }),
    ...(signal && { signal }),
  });
  for (const [key, value] of Object.entries(state)) await chat.session.state.set(key, value);
  const tried = hooks.use(policy);
  try {
    await hooks.ready();
    return { ...(await dispatch(hooks, chat, event, completePayload(event, payload))), asks };
  } finally {
    tried();
    await hooks.close();
  }
}

async function dispatch<E extends EventName>(
  hooks: Hooks,
  chat: Chat,
  event: E,
  payload: PayloadOf<E>,
): Promise<Omit<Trial<E>, 'asks'>> {
  const records: DecisionRecord[] = [];
  const failures: TrialFailure[] = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  hooks.observe(
    'onHookError',
    ({ hook, code, error }) => void failures.push({ hook, code, error }),
  );
  const verdict = await chat.dispatch(event, payload);
  await hooks.flush();
  const told = records.filter((record) => record.event === event);
  const record = told.find(({ mode }) => mode === 'enforce');
  return {
    event,
    said: record?.decision ?? verdict.decision,
    verdict,
    value: slotValue(event, payload, verdict),
    outcome: verdict.decision === 'respond' ? verdict.outcome : undefined,
    record,
    monitored: told.find(({ mode }) => mode === 'monitor'),
    failures,
    session: chat.session,
  };
}

function listening(approver: 'yes' | 'no' | Approver, asks: ApprovalRequest[]): Approver {
  return (request) => {
    asks.push(request);
    return typeof approver === 'function' ? approver(request) : { approved: approver === 'yes' };
  };
}
