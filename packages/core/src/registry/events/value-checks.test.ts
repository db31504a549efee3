import { describe, expect, test } from 'vitest';

import { checkOf, checkValue } from './value-checks.ts';

const TEXT = { type: 'text', text: 'hi' };
const USER = { role: 'user', content: [TEXT] };
const CALL = { id: 'c', name: 'refund', args: {} };

const GOOD: readonly (readonly [event: string, key: string, value: unknown])[] = [
  ['onUserMessage', 'message', USER],
  ['onUserMessage', 'message', { role: 'assistant', content: [] }],
  ['onAgentResponse', 'message', { role: 'tool', content: [{ type: 'data', data: 1 }] }],
  ['onSystemMessage', 'message', { role: 'system', content: [{ type: 'reasoning', text: '' }] }],
  ['preCompact', 'messages', [USER, USER]],
  ['preCompact', 'messages', []],
  ['preCompact', 'summary', ''],
  ['preRequest', 'request', { messages: [] }],
  ['preRequest', 'request', { messages: [USER], instructions: '', tools: [{ name: 'x' }] }],
  ['onResponse', 'response', { content: [{ type: 'other', kind: 'x' }] }],
  ['onResponse', 'response', { content: [{ type: 'tool-call', ...CALL }] }],
  ['onResponse', 'response', { content: [{ type: 'tool-result', id: 'c', name: 'r' }] }],
  ['onResponse', 'response', { content: [{ type: 'file', mediaType: 'image/png' }] }],
  ['preToolCall', 'call', CALL],
  ['onResponseDelta', 'delta', ''],
  ['onRequestError', 'error', 'down'],
  ['onRequestError', 'error', new Error('down')],
  ['onTrigger', 'trigger', { kind: 'mail', content: [TEXT] }],
  ['preKnowledgeQuery', 'query', { text: 'q' }],
  ['preKnowledgeQuery', 'results', [{ id: '1', content: 'c' }]],
  ['preMemoryStore', 'memory', [{ content: 'c' }]],
  ['preDelegate', 'task', { kind: 'handoff', to: 'x', input: null }],
  ['onUserMessage', 'answer', 'hello'],
  ['onUserMessage', 'answer', { content: [TEXT] }],
  ['preMcpMessage', 'reply', {}],
  ['preMcpMessage', 'message', { jsonrpc: '2.0' }],
  ['onMcpMessage', 'message', {}],
  ['preA2aMessage', 'message', {}],
  ['onA2aMessage', 'message', {}],
  ['preToolCall', 'result', undefined],
  ['preToolCall', 'result', null],
  ['onToolCallResult', 'result', { any: 'thing' }],
];

const BAD: readonly (readonly [event: string, key: string, value: unknown])[] = [
  ['onUserMessage', 'message', undefined],
  ['onUserMessage', 'message', 'hello'],
  ['onUserMessage', 'message', [USER]],
  ['onUserMessage', 'message', { content: [] }],
  ['onUserMessage', 'message', { role: 'robot', content: [] }],
  ['onUserMessage', 'message', { role: ['user'], content: [] }],
  ['onUserMessage', 'message', { role: 'user' }],
  ['onUserMessage', 'message', { role: 'user', content: 'hi' }],
  ['onUserMessage', 'message', { role: 'user', content: ['hi'] }],
  ['onUserMessage', 'message', { role: 'user', content: [null] }],
  ['onUserMessage', 'message', { role: 'user', content: [{ text: 'hi' }] }],
  ['onUserMessage', 'message', { role: 'user', content: [{ type: 'texts', text: 'hi' }] }],
  ['onUserMessage', 'message', { role: 'user', content: [{ type: 'toString' }] }],
  ['onUserMessage', 'message', { role: 'user', content: [{ type: ['text'], text: 'hi' }] }],
  ['onUserMessage', 'message', { role: 'user', content: [TEXT, { type: 'text', text: 7 }] }],
  ['preCompact', 'messages', USER],
  ['preCompact', 'messages', [USER, undefined]],
  ['preCompact', 'summary', 7],
  ['preRequest', 'request', null],
  ['preRequest', 'request', {}],
  ['preRequest', 'request', { messages: [{ role: 'user' }] }],
  ['preRequest', 'request', { messages: [], instructions: 7 }],
  ['preRequest', 'request', { messages: [], tools: [{}] }],
  ['preRequest', 'request', { messages: [], tools: {} }],
  ['onResponse', 'response', 'hi'],
  ['onResponse', 'response', { content: [{ type: 'reasoning' }] }],
  ['onResponse', 'response', { content: [{ type: 'tool-call', id: 'c', name: 'r' }] }],
  ['onResponse', 'response', { content: [{ type: 'tool-call', name: 'r', args: {} }] }],
  ['onResponse', 'response', { content: [{ type: 'tool-call', id: 'c', name: 'r', args: [] }] }],
  ['onResponse', 'response', { content: [{ type: 'tool-result', id: 'c' }] }],
  ['onResponse', 'response', { content: [{ type: 'file' }] }],
  ['onResponse', 'response', { content: [{ type: 'other' }] }],
  ['preToolCall', 'call', { ...CALL, args: Promise.resolve({}) }],
  ['preToolCall', 'call', null],
  ['preToolCall', 'call', { ...CALL, id: 7 }],
  ['preToolCall', 'call', { ...CALL, name: undefined }],
  ['preToolCall', 'call', { ...CALL, args: 'x' }],
  ['preToolCall', 'call', { ...CALL, args: [] }],
  ['onResponseDelta', 'delta', undefined],
  ['onRequestError', 'error', {}],
  ['onRequestError', 'error', null],
  ['onTrigger', 'trigger', { kind: 'mail' }],
  ['preKnowledgeQuery', 'query', {}],
  ['preKnowledgeQuery', 'query', 'q'],
  ['preKnowledgeQuery', 'results', [{ id: '1' }]],
  ['preKnowledgeQuery', 'results', [{ content: 'c' }]],
  ['preMemoryStore', 'memory', [{}]],
  ['preMemoryStore', 'memory', 'c'],
  ['preDelegate', 'task', { kind: 'handoff' }],
  ['preDelegate', 'task', { to: 'x' }],
  ['onUserMessage', 'answer', 7],
  ['preMcpMessage', 'reply', 'x'],
  ['preMcpMessage', 'reply', null],
  ['preMcpMessage', 'message', []],
  ['onMcpMessage', 'message', 'x'],
];

describe('a value for the slot or outcome of an event', () => {
  test.each(GOOD)('%s takes as %s %j', (event, key, value) => {
    expect(checkValue(event, key, value)).toBeUndefined();
  });

  test.each(BAD)('%s refuses as %s %j, and says why', (event, key, value) => {
    expect(checkValue(event, key, value)).toMatch(/\w+ .*\w+/);
  });

  test.each<[string, string, unknown, string]>([
    ['onTrigger', 'trigger', {}, 'a trigger needs a list `content`'],
    ['preKnowledgeQuery', 'query', 7, 'a query must be an object'],
    ['preKnowledgeQuery', 'query', {}, 'a query needs a string `text`'],
    ['preKnowledgeQuery', 'results', [{ id: '' }], 'a knowledge result needs a string `content`'],
    ['preMemoryStore', 'memory', [{}], 'a memory item needs a string `content`'],
    ['preDelegate', 'task', { kind: 'x' }, 'a task needs a string `to`'],
    ['onRequestError', 'error', {}, 'an error needs a string `message`'],
    ['onUserMessage', 'message', { role: 'user' }, 'a message needs a list `content`'],
    [
      'onResponse',
      'response',
      { content: [{ type: 'text' }] },
      'a text part needs a string `text`',
    ],
    ['onResponse', 'response', { content: [{ type: 'x' }] }, 'there is no part type x'],
    ['onResponse', 'response', {}, 'a response needs a list `content`'],
    ['preRequest', 'request', { messages: [], tools: [{}] }, 'a tool needs a string `name`'],
    ['preRequest', 'request', { messages: 'x' }, 'the value must be a list'],
  ])('%s says of %s %j: %s', (event, key, value, problem) => {
    expect(checkValue(event, key, value)).toBe(problem);
  });

  test('under a key that no event of the contract has may be anything', () => {
    expect(checkOf('preDeploy', 'build')).toBeUndefined();
    expect(checkOf('preDeploy', 'toString')).toBeUndefined();
  });
});

describe('a value that shares parts with the one before', () => {
  const check = checkOf('preRequest', 'request')!;

  test('is checked where it differs', () => {
    const before = { messages: [USER, USER], tools: [{ name: 'x' }] };
    expect(check({ ...before, messages: [USER, { role: 'x' }] }, before)).toBeDefined();
    expect(check({ ...before, messages: [USER, USER, 7] }, before)).toBeDefined();
    expect(check({ ...before, tools: [{}] }, before)).toBeDefined();
    expect(check({ ...before, messages: [USER] }, before)).toBeUndefined();
  });

  test('is not looked at again where it is the same by identity', () => {
    const known = { role: 'already checked' };
    expect(check({ messages: [known] }, { messages: [known] })).toBeUndefined();
    expect(check({ messages: [{ ...known }] }, { messages: [known] })).toBeDefined();
    expect(check({ messages: [undefined] }, { messages: [undefined] })).toBeDefined();
  });

  test('is checked part by part inside a message', () => {
    const response = checkOf('onResponse', 'response')!;
    const known = { type: 'already checked' };
    expect(response({ content: [known, TEXT] }, { content: [known] })).toBeUndefined();
    expect(response({ content: [TEXT, known] }, { content: [known] })).toBeDefined();
    expect(response({ content: [known] }, 'nothing like it')).toBeDefined();
  });
});
