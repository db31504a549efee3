import { createHooks, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { runHook } from './run-hook.ts';

/** Returns hooks that deny nothing, so that every deny comes from the input. */
function open(): Hooks {
  const hooks = createHooks();
  hooks.addHook('preToolCall', () => undefined);
  return hooks;
}

const call = { id: 'call_1', name: 'refund' };

function event(name: string, payload: unknown): string {
  return JSON.stringify({ event: name, payload });
}

describe('input that is no event', () => {
  test.each([
    ['no JSON', '{"event":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['an unknown event', event('preToolCal', {})],
    ['an event that is a method of every object', event('toString', {})],
    ['no payload', '{"event":"preToolCall"}'],
    ['no call', event('preToolCall', {})],
    ['a call without arguments', event('preToolCall', { call })],
    [
      'a call whose name is no string',
      event('preToolCall', { call: { id: '1', name: 7, args: {} } }),
    ],
    ['arguments that are a text', event('preToolCall', { call: { ...call, args: 'rm -rf /' } })],
    ['arguments that are a list', event('preToolCall', { call: { ...call, args: ['rm'] } })],
    [
      'parts that are texts',
      event('onUserMessage', { message: { role: 'user', content: ['hi'] } }),
    ],
    [
      'a session that is a text',
      JSON.stringify({
        event: 'preToolCall',
        payload: { call: { ...call, args: {} } },
        session: 'thread',
      }),
    ],
    ['a message without content', event('onUserMessage', { message: { role: 'user' } })],
    ['nesting without end', `{"event":${'['.repeat(10_000)}`],
    [
      'an AOS method that there is not',
      '{"jsonrpc":"2.0","id":1,"method":"steps/foo","params":{}}',
    ],
  ])('%s ends in the posture', async (_, text) => {
    for (const posture of ['deny', 'allow'] as const) {
      const said = await runHook(text, open(), { posture, can: ['allow', 'deny'] });
      const result = 'result' in said ? said.result : said;
      expect(result).toMatchObject({ decision: posture });
      expect(JSON.stringify(said)).toContain('malformed_input');
    }
  });
});

test('an event without a word about its tool is judged by its name', async () => {
  const hooks = createHooks();
  const sealed = { decision: 'deny', reason: 'sealed' } as const;
  hooks.addHook('preToolCall', () => sealed, { tool: 'refund', name: 'seal' });
  const text = event('preToolCall', { call: { ...call, args: {} } });
  const said = await runHook(text, hooks, { posture: 'allow', can: ['allow', 'deny'] });
  expect(said).toMatchObject({ decision: 'deny', reason: 'sealed', by: ['seal'] });
});
