import type { Verb } from '../../contract/decisions/verdict.ts';
import { checkOf, type Check } from './value-checks.ts';

/** How one event behaves at run time. */
export interface EventDefinition {
  readonly name: string;
  readonly kind: 'interceptor' | 'observer';
  readonly slot: string | undefined;
  readonly outcomes: readonly string[];
  readonly verbs: readonly Verb[];
  readonly after: boolean;
  /** For wire protocols, whose order goes by leg: true for an answer, whatever the event. */
  readonly answers: ((payload: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Says what is wrong with a new slot value, given the one before. */
  readonly checkSlot: Check | undefined;
  /** The payload's keys; undefined for a custom event, whose keys come with its first payload. */
  readonly keys: readonly string[] | undefined;
  /** Observers of this event are only reported when they fail, even in sequence. */
  readonly ending: boolean;
}

type Row = readonly [keys: string, slot?: string | undefined, outcomes?: string, verbs?: string];

const MODIFY_ASK = 'modify ask';
const STEP = 'modify respond ask';
const AFTER_STEP = 'modify respond ask retry';

const BEFORE: Readonly<Record<string, Row>> = {
  onTrigger: ['trigger', 'trigger', '', MODIFY_ASK],
  onUserMessage: ['message', 'message', 'answer', STEP],
  onSystemMessage: ['message', 'message', '', MODIFY_ASK],
  preRequest: ['request', 'request', 'response error', STEP],
  preToolCall: ['call tool scope', 'call', 'result error', STEP],
  preKnowledgeQuery: ['query source', 'query', 'results', STEP],
  preMemoryStore: ['memory source', 'memory', '', MODIFY_ASK],
  preMcpMessage: ['message server direction synthetic', 'message', 'reply', STEP],
  preA2aMessage: ['message method role leg from to synthetic', 'message', 'reply', STEP],
  preDelegate: ['task', 'task', 'result error', STEP],
  preCompact: ['messages', 'messages', 'summary', STEP],
  onInventoryChange: ['change component', undefined, '', ''],
};

const ENDED_CALL = 'call originalCall tool durationMs synthetic';

const AFTER: Readonly<Record<string, Row>> = {
  onResponseDelta: ['delta channel sofar last callId', 'delta', '', 'modify'],
  onResponse: ['response request synthetic', 'response', 'error', AFTER_STEP],
  onRequestError: ['error request synthetic', 'error', 'response', AFTER_STEP],
  onToolCallResult: [`result ${ENDED_CALL}`, 'result', 'error', AFTER_STEP],
  onToolCallError: [`error cause ${ENDED_CALL}`, 'error', 'result', AFTER_STEP],
  onKnowledgeRetrieved: ['results query source synthetic', 'results', '', MODIFY_ASK],
  onMemoryRetrieved: ['memory source', 'memory', '', MODIFY_ASK],
  onMcpMessage: ['message server direction synthetic', 'message', '', MODIFY_ASK],
  onA2aMessage: ['message method role leg from to synthetic', 'message', '', MODIFY_ASK],
  onDelegateResult: ['result task durationMs synthetic', 'result', 'error', AFTER_STEP],
  onAgentResponse: ['message synthetic', 'message', '', 'modify ask retry'],
};

const OBSERVERS: Readonly<Record<string, Row>> = {
  onChatStart: ['messages resumes'],
  onMessage: ['message'],
};

const ENDINGS: Readonly<Record<string, Row>> = {
  onSessionStart: [''],
  onSessionEnd: ['durationMs ended'],
  onChatDone: ['durationMs reason response'],
  onChatAbort: ['durationMs reason'],
  onChatError: ['durationMs error'],
  onScopeRegister: ['scope'],
  onScopeUnregister: ['scope'],
  onDecision: ['record'],
  onHookError: ['hook failedEvent error code'],
};

const isMcpAnswer: EventDefinition['answers'] = ({ message }) =>
  isRecord(message) && !('method' in message);
const isA2aAnswer: EventDefinition['answers'] = ({ leg }) => leg !== 'request';

const ANSWERS: ReadonlyMap<string, EventDefinition['answers']> = new Map([
  ['preMcpMessage', isMcpAnswer],
  ['onMcpMessage', isMcpAnswer],
  ['preA2aMessage', isA2aAnswer],
  ['onA2aMessage', isA2aAnswer],
]);

/** Every event of the contract by name. */
export const EVENT_TABLE: ReadonlyMap<string, EventDefinition> = new Map([
  ...define(BEFORE, 'interceptor', false, false),
  ...define(AFTER, 'interceptor', true, false),
  ...define(OBSERVERS, 'observer', false, false),
  ...define(ENDINGS, 'observer', false, true),
]);

function define(
  rows: Readonly<Record<string, Row>>,
  kind: EventDefinition['kind'],
  after: boolean,
  ending: boolean,
): [string, EventDefinition][] {
  return Object.entries(rows).map(([name, [keys, slot, outcomes = '', verbs = '']]) => [
    name,
    {
      name,
      kind,
      slot,
      outcomes: words(outcomes),
      verbs: kind === 'observer' ? [] : (['allow', 'deny', ...words(verbs)] as Verb[]),
      after,
      answers: ANSWERS.get(name),
      checkSlot: slot === undefined ? undefined : checkOf(name, slot),
      keys: words(keys),
      ending,
    },
  ]);
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
