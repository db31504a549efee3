import type { ModelRequest } from '@interpose/core';
import { expect, test } from 'vitest';

import { offerOnly } from './offer-only.ts';

const request: ModelRequest = {
  messages: [],
  tools: [
    { name: 'search', origin: 'local' },
    { name: 'exec', origin: 'local' },
  ],
  settings: { temperature: 0 },
};

test('nothing is made where every tool may stay', () => {
  expect(offerOnly(request, () => true)).toBeUndefined();
  expect(offerOnly({ messages: [] }, () => false)).toBeUndefined();
});

test('tools that stay are the same objects', () => {
  const left = offerOnly(request, ({ name }) => name === 'search');
  expect(left?.tools).toHaveLength(1);
  expect(left?.tools?.[0]).toBe(request.tools?.[0]);
  expect(left?.settings).toBe(request.settings);
});

test('the last tool takes the list with it', () => {
  expect(offerOnly(request, () => false)).toEqual({
    messages: [],
    settings: { temperature: 0 },
  });
});

test.each<[unknown]>([
  ['exec'],
  [{ type: 'tool', toolName: 'exec' }],
  [{ type: 'function', function: { name: 'exec' } }],
])('a wish for a tool that is gone goes too: %j', (choice) => {
  for (const key of ['toolChoice', 'tool_choice']) {
    const given = { ...request, settings: { temperature: 0, [key]: choice } };
    expect(offerOnly(given, ({ name }) => name === 'search')?.settings).toEqual({ temperature: 0 });
    const kept = offerOnly(given, ({ name }) => name === 'exec');
    expect(kept?.settings).toBe(given.settings);
  }
});

test('a wish for any tool stays while there is one', () => {
  const given = { ...request, settings: { toolChoice: 'required' } };
  expect(offerOnly(given, ({ name }) => name === 'search')?.settings).toBe(given.settings);
  expect(offerOnly(given, () => false)?.settings).toEqual({});
});
