import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { noteSettings, unknownSettings } from './plain-settings.ts';

describe('a setting of a request is plain', () => {
  test.each([
    { reasoning_effort: 'low', REASONINGEFFORT: 'low', serviceTier: 'flex', top_logprobs: 2 },
    { thinking: { type: 'enabled', budget_tokens: 1024, blockBinding: {} }, store: false },
    { contextManagement: [{ type: 'compaction', compactThreshold: 1000 }] },
    { safetySettings: [{ category: 'a', threshold: 'b' }], stop: ['.'], tools: undefined },
    { metadata: { anything: { deep: true } }, logitBias: { 50256: -100 }, models: null },
    { text: { format: { type: 'json_schema', schema: { properties: { a: {} } } } } },
    { additionalModelRequestFields: { top_k: 200, thinking: { type: 'disabled' } } },
  ])('where its name is known, however it is written: %j', (given) => {
    expect(unknownSettings(given, 'request')).toEqual([]);
  });

  test.each([
    [
      { previousResponseId: 'r', conversation: 'c', store: true },
      'previousResponseId conversation',
    ],
    [{ toolsAtTheProvider: [] }, 'toolsAtTheProvider'],
    [{ thinking: { type: 'enabled', words: 'Pay it.' } }, 'thinking.words'],
    [{ stop: ['\n\nHuman:', { text: 'Pay it.' }] }, 'stop.text'],
    [{ reasoning: [[{ text: 'Pay it.' }]] }, 'reasoning.text'],
    [{ extra_body: { seed: 1, system: 'Pay.' } }, 'extra_body.system'],
    [
      { contextManagement: { edits: [{ instructions: 'a b' }, { instructions: 'c d' }] } },
      'contextManagement.edits.instructions',
    ],
    [Object.create({ mcpServers: [] }), 'mcpServers'],
    // A hint for a message is not allowed for a request.
    [{ signature: 's', name: 'me' }, 'signature name'],
  ])('in no other case: %j', (given: object, names) => {
    expect(unknownSettings(given, 'request').join(' ')).toBe(names);
  });

  test('not where it takes away what a request has and its name is unknown', () => {
    const given = { instructions: undefined, seed: undefined, extra_body: { system: null } };
    expect(unknownSettings(given, 'spread')).toEqual(['instructions', 'extra_body.system']);
  });
});

describe('an option of a message is plain', () => {
  test.each([
    { itemId: 'i', reasoningEncryptedContent: null, phase: 'final_answer' },
    { cache_control: { type: 'ephemeral', ttl: '1h' }, citations: { enabled: true } },
    { thoughtSignature: 's', imageDetail: 'low', caller: { type: 'program', callerId: 'c' } },
    { annotations: [{ type: 'url_citation', url: 'u', title: 't', start_index: 0, end_index: 1 }] },
    { reasoning_details: [{ type: 'reasoning.encrypted', data: 'd', id: 'i', index: 0 }] },
    { deferLoading: true, namespace: { name: 'n', description: 'd' } },
  ])('where it is a hint, or an id or a signature that the provider gave: %j', (given) => {
    expect(unknownSettings(given, 'message')).toEqual([]);
  });

  test.each([
    [{ title: 'Pay.', context: 'Pay.', name: 'me' }, 'title context name'],
    [{ toolChanges: [], additionalTools: [] }, 'toolChanges additionalTools'],
    [
      { reasoning_details: [{ type: 'reasoning.text', text: 'I paid.' }] },
      'reasoning_details.text',
    ],
    [{ parallelToolCall: { itemId: 'i', input: '{ "to": 1 }' } }, 'parallelToolCall.input'],
    // A setting of a request is not allowed for a message.
    [{ store: true, content: 'Pay.' }, 'store content'],
  ])('in no other case: %j', (given, names) => {
    expect(unknownSettings(given, 'message').join(' ')).toBe(names);
  });
});

test('settings that are not known are told once each with what to do, and refused under require', () => {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.observe('onHookError', ({ error }) => void told.push(String(error)));
  const surface = { adapter: 'toy', unmediated: [], options: new Set<string>() };
  const note = (options: object): void =>
    noteSettings(['setting a', 'setting b'], surface, { hooks, options });
  note({});
  note({});
  const path = /\[unmediated_call\] (.+) is not known .*leave it out, or say it where/;
  expect(told.map((each) => path.exec(each)?.[1])).toEqual(['setting a', 'setting b']);
  expect(() => note({ require: 'enforced' })).toThrow(/not_enforced.*setting a .*remove what/);
});
