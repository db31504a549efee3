import type { Verb } from '../../contract/decisions/verdict.ts';
import { checkOf, type Check } from './value-checks.ts';

/** The behaviour of one event at run time. */
export interface EventDefinition {
  readonly name: string;
  readonly kind: 'interceptor' | 'observer';
  readonly slot: string | undefined;
  readonly outcomes: readonly string[];
  readonly verbs: readonly Verb[];
  readonly after: boolean;
  /** For wire protocols, whose order depends on the leg: whether this payload is an answer. */
  readonly answers: ((payload: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Returns what is wrong with a new value for the slot, compared with the one before. */
  readonly checkSlot: Check | undefined;
  /** The keys of the payload; undefined for a custom event, which gets its keys with its first payload. */
  readonly keys: readonly string[] | undefined;
  /** Whether failing observers of this event are only reported, even those in sequence. */
  readonly ending: boolean;
}

/** The first key is the slot, unless the verbs allow no change. */
type Row = readonly [keys: string, outcomes?: string, verbs?: string];

const BEFORE: Readonly<Record<string, Row>> = {
  onTrigger: ['trigger'],
  onUserMessage: ['message', 'answer'],
  onSystemMessage: ['message'],
  preRequest: ['request', 'response error'],
  preToolCall: ['call tool scope', 'result error'],
  preKnowledgeQuery: ['query source', 'results'],
  preMemoryStore: ['memory source'],
  preMcpMessage: ['message server direction synthetic', 'reply'],
  preA2aMessage: ['message method role leg from to synthetic', 'reply'],
  preDelegate: ['task', 'result error'],
  preCompact: ['messages', 'summary'],
  onInventoryChange: ['change component', '', ''],
};

const ENDED_CALL = 'call originalCall tool durationMs synthetic';

const AFTER: Readonly<Record<string, Row>> = {
  onResponseDelta: ['delta channel sofar last callId', '', 'modify'],
  onResponse: ['response request synthetic', 'error'],
  onRequestError: ['error request synthetic', 'response'],
  onToolCallResult: [`result ${ENDED_CALL}`, 'error'],
  onToolCallError: [`error cause ${ENDED_CALL}`, 'result'],
  onKnowledgeRetrieved: ['results query source synthetic'],
  onMemoryRetrieved: ['memory source'],
  onMcpMessage: ['message server direction synthetic'],
  onA2aMessage: ['message method role leg from to synthetic'],
  onDelegateResult: ['result task durationMs synthetic', 'error'],
  onAgentResponse: ['message synthetic', '', 'modify ask retry'],
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

const ANSWERS: Readonly<Record<string, EventDefinition['answers']>> = {
  preMcpMessage: isMcpAnswer,
  onMcpMessage: isMcpAnswer,
  preA2aMessage: isA2aAnswer,
  onA2aMessage: isA2aAnswer,
};

/** Every event of the contract, by name. */
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
  return Object.entries(rows).map(([name, [payload, supplied = '', verbs]]) => {
    const keys = words(payload);
    const outcomes = words(supplied);
    const more = verbs === undefined ? usualVerbs(true, outcomes, after) : words(verbs);
    const slot = kind === 'interceptor' && more.includes('modify') ? keys[0] : undefined;
    const definition: EventDefinition = {
      name,
      kind,
      slot,
      outcomes,
      verbs: kind === 'observer' ? [] : (['allow', 'deny', ...more] as Verb[]),
      after,
      answers: ANSWERS[name],
      checkSlot: slot === undefined ? undefined : checkOf(name, slot),
      keys,
      ending,
    };
    return [name, definition];
  });
}

/** Returns the usual verbs of an event beyond allow and deny. With `retries`, events with outcomes take retry too. */
export function usualVerbs(
  hasSlot: boolean,
  outcomes: readonly string[],
  retries: boolean,
): string[] {
  const supplies = outcomes.length > 0;
  return [
    ...(hasSlot ? ['modify'] : []),
    ...(supplies ? ['respond'] : []),
    'ask',
    ...(supplies && retries ? ['retry'] : []),
  ];
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
