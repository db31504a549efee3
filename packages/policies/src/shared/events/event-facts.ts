import type { InterceptorName, OutcomesOf, PayloadOf, SlotOf, VerbOf } from '@interpose/core';

interface FactsOf<E extends InterceptorName> {
  /** The payload key that `modify` replaces. */
  readonly slot: [SlotOf<E>] extends [never] ? undefined : SlotOf<E>;
  /** True when the hook with the lowest priority runs last. */
  readonly after: boolean;
  /** The keys of the payload, including the slot. */
  readonly keys: readonly (keyof PayloadOf<E> & string)[];
  /** The outcomes that `respond` may supply. */
  readonly outcomes: readonly (keyof OutcomesOf<E> & string)[];
  /** The possible decisions beside allow and deny. */
  readonly verbs: readonly Exclude<VerbOf<E>, 'allow' | 'deny'>[];
}

/** The facts about one event of any name. */
export interface EventFacts {
  readonly slot: string | undefined;
  readonly after: boolean;
  readonly keys: readonly string[];
  readonly outcomes: readonly string[];
  readonly verbs: readonly string[];
}

const ENDED = ['call', 'originalCall', 'tool', 'durationMs', 'synthetic'] as const;
const MCP = ['message', 'server', 'direction', 'synthetic'] as const;
const A2A = ['message', 'method', 'role', 'leg', 'from', 'to', 'synthetic'] as const;
const MODIFY_ASK = ['modify', 'ask'] as const;
const STEP = ['modify', 'respond', 'ask'] as const;
const AFTER_STEP = ['modify', 'respond', 'ask', 'retry'] as const;

const before = rows(false);
const after = rows(true);

/** Every event whose hooks decide, from the contract. An event that is new in the contract breaks this type. */
const FACTS: { readonly [E in InterceptorName]: FactsOf<E> } = {
  onTrigger: before('trigger', ['trigger'], [], MODIFY_ASK),
  onUserMessage: before('message', ['message'], ['answer'], STEP),
  onSystemMessage: before('message', ['message'], [], MODIFY_ASK),
  preRequest: before('request', ['request'], ['response', 'error'], STEP),
  preToolCall: before('call', ['call', 'tool', 'scope'], ['result', 'error'], STEP),
  preKnowledgeQuery: before('query', ['query', 'source'], ['results'], STEP),
  preMemoryStore: before('memory', ['memory', 'source'], [], MODIFY_ASK),
  preMcpMessage: before('message', MCP, ['reply'], STEP),
  preA2aMessage: before('message', A2A, ['reply'], STEP),
  preDelegate: before('task', ['task'], ['result', 'error'], STEP),
  preCompact: before('messages', ['messages'], ['summary'], STEP),
  onInventoryChange: before(undefined, ['change', 'component'], [], []),
  onResponseDelta: after('delta', ['delta', 'channel', 'sofar', 'last', 'callId'], [], ['modify']),
  onResponse: after('response', ['response', 'request', 'synthetic'], ['error'], AFTER_STEP),
  onRequestError: after('error', ['error', 'request', 'synthetic'], ['response'], AFTER_STEP),
  onToolCallResult: after('result', ['result', ...ENDED], ['error'], AFTER_STEP),
  onToolCallError: after('error', ['error', 'cause', ...ENDED], ['result'], AFTER_STEP),
  onKnowledgeRetrieved: after(
    'results',
    ['results', 'query', 'source', 'synthetic'],
    [],
    MODIFY_ASK,
  ),
  onMemoryRetrieved: after('memory', ['memory', 'source'], [], MODIFY_ASK),
  onMcpMessage: after('message', MCP, [], MODIFY_ASK),
  onA2aMessage: after('message', A2A, [], MODIFY_ASK),
  onDelegateResult: after(
    'result',
    ['result', 'task', 'durationMs', 'synthetic'],
    ['error'],
    AFTER_STEP,
  ),
  onAgentResponse: after('message', ['message', 'synthetic'], [], ['modify', 'ask', 'retry']),
};

/** The names of these events. */
export const EVENT_NAMES: readonly string[] = Object.keys(FACTS);

/** Returns the facts of an event; undefined for an event with only observers, and for a custom event. */
export function eventFacts(event: string): EventFacts | undefined {
  return Object.hasOwn(FACTS, event) ? FACTS[event as InterceptorName] : undefined;
}

interface Row<Slot, Key, Outcome, Verb> {
  readonly slot: Slot;
  readonly after: boolean;
  readonly keys: readonly Key[];
  readonly outcomes: readonly Outcome[];
  readonly verbs: readonly Verb[];
}

function rows(isAfter: boolean) {
  return <
    const Slot extends string | undefined,
    const Key extends string,
    const Outcome extends string,
    const Verb extends string,
  >(
    slot: Slot,
    keys: readonly Key[],
    outcomes: readonly Outcome[],
    verbs: readonly Verb[],
  ): Row<Slot, Key, Outcome, Verb> => ({ slot, after: isAfter, keys, outcomes, verbs });
}
