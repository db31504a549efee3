import { createHooks, type ModelRequest } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { expect, test } from 'vitest';

import { filterTools } from './filter-tools.ts';
import { scopeReader } from './scope-reader.ts';

expect.extend(policyMatchers);

const call = { id: 'call_1', name: 'refund', args: {} };

test('a scope is known on offer and at the call alike', async () => {
  const policy = filterTools(({ scope }) => scope === 'billing');
  const hooks = createHooks({ policies: [policy] });
  const request: ModelRequest = {
    messages: [],
    tools: [
      { name: 'refund', origin: 'local' },
      { name: 'search', origin: 'local' },
    ],
  };
  hooks.scopes.register({ name: 'billing', tools: ['refund'] });
  expect(await hooks.dispatch('preRequest', { request })).toMatchObject({
    value: { tools: [{ name: 'refund' }] },
  });
  expect(await tryPolicy(policy, 'preToolCall', { call, scope: 'billing' })).toAllow();
  const elsewhere = createHooks({ policies: [policy] });
  expect(await elsewhere.dispatch('preRequest', { request })).toMatchObject({ decision: 'modify' });
  await Promise.all([hooks.close(), elsewhere.close()]);
});

test('a scope is told while all registries that are followed agree', async () => {
  const [first, second] = [createHooks(), createHooks()];
  const { follow, scopeOf } = scopeReader();
  expect(scopeOf('refund')).toEqual({});
  follow(first);
  const leave = follow(second);
  first.scopes.register({ name: 'billing', tools: ['refund'] });
  expect(scopeOf('refund')).toEqual({});
  second.scopes.register({ name: 'billing', tools: ['refund'] });
  expect(scopeOf('refund')).toEqual({ scope: 'billing' });
  second.scopes.unregister('billing');
  expect(scopeOf('refund')).toEqual({});
  leave();
  expect(scopeOf('refund')).toEqual({ scope: 'billing' });
  await Promise.all([first.close(), second.close()]);
});
