import { describe, expect, test } from 'vitest';

import { EVENT_TABLE } from './event-table.ts';

/** The rows of the contract: name, slot, outcomes, verbs beyond allow and deny, and whether it comes after a step. */
const INTERCEPTORS: readonly (readonly [string, string, string, string, boolean])[] = [
  ['onTrigger', 'trigger', '', 'modify ask', false],
  ['onUserMessage', 'message', 'answer', 'modify respond ask', false],
  ['onSystemMessage', 'message', '', 'modify ask', false],
  ['preRequest', 'request', 'response error', 'modify respond ask', false],
  ['onResponseDelta', 'delta', '', 'modify', true],
  ['onResponse', 'response', 'error', 'modify respond ask retry', true],
  ['onRequestError', 'error', 'response', 'modify respond ask retry', true],
  ['preToolCall', 'call', 'result error', 'modify respond ask', false],
  ['onToolCallResult', 'result', 'error', 'modify respond ask retry', true],
  ['onToolCallError', 'error', 'result', 'modify respond ask retry', true],
  ['preKnowledgeQuery', 'query', 'results', 'modify respond ask', false],
  ['onKnowledgeRetrieved', 'results', '', 'modify ask', true],
  ['onMemoryRetrieved', 'memory', '', 'modify ask', true],
  ['preMemoryStore', 'memory', '', 'modify ask', false],
  ['preMcpMessage', 'message', 'reply', 'modify respond ask', false],
  ['onMcpMessage', 'message', '', 'modify ask', true],
  ['preA2aMessage', 'message', 'reply', 'modify respond ask', false],
  ['onA2aMessage', 'message', '', 'modify ask', true],
  ['preDelegate', 'task', 'result error', 'modify respond ask', false],
  ['onDelegateResult', 'result', 'error', 'modify respond ask retry', true],
  ['preCompact', 'messages', 'summary', 'modify respond ask', false],
  ['onAgentResponse', 'message', '', 'modify ask retry', true],
  ['onInventoryChange', '', '', '', false],
];

const OBSERVERS = [
  'onSessionStart',
  'onSessionEnd',
  'onChatStart',
  'onChatDone',
  'onChatAbort',
  'onChatError',
  'onMessage',
  'onScopeRegister',
  'onScopeUnregister',
  'onDecision',
  'onHookError',
];

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

describe('the events of the contract', () => {
  test('are these and no others', () => {
    const names = [...INTERCEPTORS.map(([name]) => name), ...OBSERVERS];
    expect([...EVENT_TABLE.keys()].toSorted()).toEqual(names.toSorted());
  });

  test.each(INTERCEPTORS)(
    '%s has its slot, outcomes, verbs and side',
    (name, slot, outcomes, verbs, after) => {
      expect(EVENT_TABLE.get(name)).toMatchObject({
        name,
        kind: 'interceptor',
        slot: slot === '' ? undefined : slot,
        outcomes: words(outcomes),
        verbs: ['allow', 'deny', ...words(verbs)],
        after,
        ending: false,
      });
    },
  );

  test.each(INTERCEPTORS.filter(([, slot]) => slot !== ''))(
    '%s shows its slot among its payload',
    (name, slot) => {
      expect(EVENT_TABLE.get(name)?.keys).toContain(slot);
    },
  );

  test.each(OBSERVERS)('%s decides nothing', (name) => {
    expect(EVENT_TABLE.get(name)).toMatchObject({ kind: 'observer', verbs: [], outcomes: [] });
  });

  test('are endings and notes where a throwing observer must not change the run', () => {
    const endings = [...EVENT_TABLE.values()].filter(({ ending }) => ending);
    const others = ['onChatStart', 'onMessage'];
    expect(endings.map(({ name }) => name).toSorted()).toEqual(
      OBSERVERS.filter((name) => !others.includes(name)).toSorted(),
    );
  });

  test.each([
    ['onToolCallResult', ['result', 'call', 'originalCall', 'tool', 'durationMs', 'synthetic']],
    [
      'onToolCallError',
      ['error', 'cause', 'call', 'originalCall', 'tool', 'durationMs', 'synthetic'],
    ],
    ['preToolCall', ['call', 'tool', 'scope']],
    ['onChatDone', ['durationMs', 'reason', 'response']],
    ['onSessionStart', []],
  ])('%s carries %j', (name, keys) => {
    expect(EVENT_TABLE.get(name)?.keys).toEqual(keys);
  });
});
