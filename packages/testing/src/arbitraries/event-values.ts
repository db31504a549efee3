import type { InterceptorName, Verb } from '@interpose/core';
import {
  array,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  record,
  string,
  type Arbitrary,
} from 'fast-check';

import { arbitraryMessage, arbitraryMessages } from './arbitrary-message.ts';
import { arbitraryModelRequest } from './arbitrary-model-request.ts';
import { arbitraryModelResponse } from './arbitrary-model-response.ts';
import { arbitraryContent } from './arbitrary-part.ts';
import { arbitraryName, arbitraryToolCall } from './arbitrary-tool-call.ts';

/** The values that verdicts of an event may hold. */
export interface EventValues {
  readonly verbs: readonly Verb[];
  readonly slot?: readonly [key: string, value: Arbitrary<unknown>];
  readonly outcomes: Readonly<Record<string, Arbitrary<unknown>>>;
}

const failure = (): Arbitrary<unknown> => oneof(string(), record({ message: string() }));
const knowledge = (): Arbitrary<unknown> =>
  array(record({ id: string(), content: string() }), { maxLength: 3 });
const memory = (): Arbitrary<unknown> =>
  array(
    record(
      { key: string(), content: string(), metadata: envelope() },
      { requiredKeys: ['content'] },
    ),
    { maxLength: 3 },
  );
const envelope = (): Arbitrary<unknown> =>
  dictionary(arbitraryName(), jsonValue(), { maxKeys: 4, noNullPrototype: true });

const step = ['allow', 'deny', 'modify', 'respond', 'ask'] as const;
const plain = ['allow', 'deny', 'modify', 'ask'] as const;
const after = [...step, 'retry'] as const;

/** The verbs, the slot and the outcomes of every event that hooks decide. */
export const eventValues: Readonly<Record<InterceptorName, EventValues>> = {
  onTrigger: {
    verbs: plain,
    slot: ['trigger', record({ kind: arbitraryName(), content: arbitraryContent() })],
    outcomes: {},
  },
  onUserMessage: {
    verbs: step,
    slot: ['message', arbitraryMessage()],
    outcomes: { answer: oneof(string(), arbitraryModelResponse()) },
  },
  onSystemMessage: { verbs: plain, slot: ['message', arbitraryMessage()], outcomes: {} },
  preRequest: {
    verbs: step,
    slot: ['request', arbitraryModelRequest()],
    outcomes: { response: arbitraryModelResponse(), error: failure() },
  },
  onResponseDelta: { verbs: ['allow', 'deny', 'modify'], slot: ['delta', string()], outcomes: {} },
  onResponse: {
    verbs: after,
    slot: ['response', arbitraryModelResponse()],
    outcomes: { error: failure() },
  },
  onRequestError: {
    verbs: after,
    slot: ['error', failure()],
    outcomes: { response: arbitraryModelResponse() },
  },
  preToolCall: {
    verbs: step,
    slot: ['call', arbitraryToolCall()],
    outcomes: { result: jsonValue(), error: failure() },
  },
  onToolCallResult: { verbs: after, slot: ['result', jsonValue()], outcomes: { error: failure() } },
  onToolCallError: { verbs: after, slot: ['error', failure()], outcomes: { result: jsonValue() } },
  preKnowledgeQuery: {
    verbs: step,
    slot: ['query', record({ text: string() })],
    outcomes: { results: knowledge() },
  },
  onKnowledgeRetrieved: { verbs: plain, slot: ['results', knowledge()], outcomes: {} },
  onMemoryRetrieved: { verbs: plain, slot: ['memory', memory()], outcomes: {} },
  preMemoryStore: { verbs: plain, slot: ['memory', memory()], outcomes: {} },
  preMcpMessage: { verbs: step, slot: ['message', envelope()], outcomes: { reply: envelope() } },
  onMcpMessage: { verbs: plain, slot: ['message', envelope()], outcomes: {} },
  preA2aMessage: { verbs: step, slot: ['message', envelope()], outcomes: { reply: envelope() } },
  onA2aMessage: { verbs: plain, slot: ['message', envelope()], outcomes: {} },
  preDelegate: {
    verbs: step,
    slot: [
      'task',
      record({
        kind: constantFrom('handoff', 'subagent', 'a2a'),
        to: arbitraryName(),
        input: jsonValue(),
      }),
    ],
    outcomes: { result: jsonValue(), error: failure() },
  },
  onDelegateResult: { verbs: after, slot: ['result', jsonValue()], outcomes: { error: failure() } },
  preCompact: {
    verbs: step,
    slot: ['messages', arbitraryMessages()],
    outcomes: { summary: string() },
  },
  onAgentResponse: {
    verbs: ['allow', 'deny', 'modify', 'ask', 'retry'],
    slot: ['message', arbitraryMessage()],
    outcomes: {},
  },
  onInventoryChange: { verbs: ['allow', 'deny'], outcomes: {} },
};
