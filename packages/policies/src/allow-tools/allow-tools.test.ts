import { createHooks, modify, type ModelRequest, type Tool } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { allowTools } from './allow-tools.ts';

expect.extend(policyMatchers);

const call = (name: string) => ({ id: 'call_1', name, args: {} });
const request: ModelRequest = {
  messages: [],
  tools: [
    { name: 'search', origin: 'local' },
    { name: 'exec', origin: 'local' },
    { name: 'web_search', origin: 'provider' },
  ],
};

describe('a call', () => {
  const policy = allowTools(['search', 'billing_*', /mail_(read|list)/]);

  test.each(['search', 'billing_refund', 'mail_read'])('of %s is allowed', async (name) => {
    expect(await tryPolicy(policy, 'preToolCall', { call: call(name) })).toAllow();
  });

  test.each([
    'Search',
    'sеarch',
    'ｓearch',
    'sear\u200bch',
    'search ',
    'searches',
    'exec',
    'mail_send',
    'mail_reads',
    '',
  ])('of "%s" is denied', async (name) => {
    expect(await tryPolicy(policy, 'preToolCall', { call: call(name) })).toDeny({
      code: 'tool_not_allowed',
    });
  });

  test('is denied whatever the name, where nothing is allowed', async () => {
    const nothing = allowTools([]);
    await fc.assert(
      fc.asyncProperty(fc.string(), async (name) => {
        expect(await tryPolicy(nothing, 'preToolCall', { call: call(name) })).toDeny({
          code: 'tool_not_allowed',
        });
      }),
      { numRuns: 30 },
    );
  });

  test('tells the model the name, of a long one only the start', async () => {
    const trial = await tryPolicy(policy, 'preToolCall', { call: call('x'.repeat(5000)) });
    expect(trial).toDeny(`the tool ${'x'.repeat(64)} is not allowed here`);
  });

  test('that a later hook renames is judged by its new name', async () => {
    const hooks = createHooks({ policies: [allowTools(['search'])], allowRename: true });
    hooks.addHook('preToolCall', (ctx) => modify({ ...ctx.call, name: 'exec' }));
    const tool: Tool = { name: 'search', origin: 'local', known: true, enabled: true };
    const verdict = await hooks.dispatch('preToolCall', { call: call('search'), tool });
    expect(verdict).toMatchObject({ decision: 'deny', code: 'tool_not_allowed' });
    await hooks.close();
  });
});

describe('a request', () => {
  test('offers only what is allowed, tools of the provider included', async () => {
    const trial = await tryPolicy(allowTools(['search']), 'preRequest', { request });
    expect(trial).toModify({ messages: [], tools: [{ name: 'search', origin: 'local' }] });
  });

  test('is left alone where everything is allowed, and with offer', async () => {
    const all = await tryPolicy(allowTools(['*']), 'preRequest', { request });
    expect(all.value).toBe(request);
    const kept = allowTools(['search'], { offer: true });
    expect(await tryPolicy(kept, 'preRequest', { request })).toAllow();
    expect(await tryPolicy(kept, 'preToolCall', { call: call('exec') })).toDeny();
  });
});

describe('an agent', () => {
  const task = { kind: 'handoff', to: 'billing', input: '' } as const;

  test('is reached only when the list names it', async () => {
    expect(await tryPolicy(allowTools(['billing']), 'preDelegate', { task })).toAllow();
    expect(await tryPolicy(allowTools(['search']), 'preDelegate', { task })).toDeny({
      code: 'tool_not_allowed',
      reason: 'the agent billing is not allowed here',
    });
  });

  test('has a list of its own where one is given', async () => {
    const policy = allowTools(['search'], { agents: ['bill*'] });
    expect(await tryPolicy(policy, 'preDelegate', { task })).toAllow();
    expect(await tryPolicy(policy, 'preToolCall', { call: call('billing') })).toDeny();
  });
});

describe('a list', () => {
  test('with a RegExp that lets look-alikes pass is refused', () => {
    expect(/k/iu.test('\u212a')).toBe(true);
    expect(() => allowTools([/kill/iu])).toThrow('[invalid_option]');
    expect(() => allowTools(['x'], { agents: [/kill/iv] })).toThrow('[invalid_option]');
    expect(() => allowTools([/kill/i])).not.toThrow();
  });

  test.each<[unknown]>([[undefined], ['search'], [['']], [[7]]])(
    'that is %j is refused',
    (list) => {
      expect(() => allowTools(list as string[])).toThrow('[invalid_option] allowTools');
    },
  );
});
