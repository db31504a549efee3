import type { Dict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { EgressOptions } from '../rules/egress-options.ts';
import type { ResolveName } from './resolve-names.ts';
import { guardEgress } from '../index.ts';

expect.extend(policyMatchers);

const publicNames: EgressOptions = { resolve: () => ['93.184.215.14'] };

function tried(args: Dict, options: EgressOptions = publicNames) {
  return tryPolicy(guardEgress(options), 'preToolCall', {
    call: { id: 'call_1', name: 'fetch', args },
  });
}

describe('names', () => {
  test.each([
    [['10.0.0.1'], 'egress_private'],
    [['93.184.215.14', '::1'], 'egress_private'],
    [['nonsense'], 'egress_private'],
    [[], 'egress_unresolved'],
  ])('a name that resolves to %j is denied with %s', async (addresses, code) => {
    expect(await tried({ url: 'https://a.test/' }, { resolve: () => addresses })).toDeny({ code });
  });

  test('a resolver that fails, or answers with no list, denies', async () => {
    const fails = { resolve: () => Promise.reject(new Error('ENOTFOUND')) };
    expect(await tried({ url: 'https://a.test/' }, fails)).toDeny({ code: 'egress_unresolved' });
    const odd = { resolve: () => 'text' as never };
    expect(await tried({ url: 'https://a.test/' }, odd)).toDeny({ code: 'egress_unresolved' });
  });

  test('without the resolver of Node every name is denied', async () => {
    const loader = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    try {
      expect(await tried({ url: 'https://a.test/' }, {})).toDeny({ code: 'egress_unresolved' });
    } finally {
      loader.mockRestore();
    }
  });

  test('a denied range is denied by name too', async () => {
    const options = { ...publicNames, deny: ['93.184.0.0/16'] };
    expect(await tried({ url: 'https://a.test/' }, options)).toDeny({ code: 'egress_host' });
  });

  test('names are judged by their text alone where nothing is resolved', async () => {
    expect(await tried({ url: 'https://a.test/' }, { resolve: false })).toAllow();
    expect(await tried({ url: 'https://a.local/' }, { resolve: false })).toDeny();
  });

  test('parallel calls ask once; what failed is asked again', async () => {
    const resolve = vi.fn<ResolveName>(() => Promise.resolve(['93.184.215.14']));
    const policy = guardEgress({ resolve });
    const call = { id: '1', name: 'get', args: { url: 'https://a.test/' } };
    await Promise.all([1, 2, 3].map(() => tryPolicy(policy, 'preToolCall', { call })));
    expect(resolve).toHaveBeenCalledTimes(1);
    const failing = vi.fn<ResolveName>(() => []);
    const closed = guardEgress({ resolve: failing });
    await tryPolicy(closed, 'preToolCall', { call });
    await tryPolicy(closed, 'preToolCall', { call });
    expect(failing).toHaveBeenCalledTimes(2);
  });

  test('addresses are forgotten after their time', async () => {
    const resolve = vi.fn<ResolveName>(() => ['93.184.215.14']);
    const policy = guardEgress({ resolve, resolveTtlMs: 0 });
    const call = { id: '1', name: 'get', args: { url: 'https://a.test/' } };
    await tryPolicy(policy, 'preToolCall', { call });
    await tryPolicy(policy, 'preToolCall', { call });
    expect(resolve).toHaveBeenCalledTimes(2);
    const late = guardEgress({ resolve, resolveTtlMs: 20 });
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    await expect
      .poll(async () =>
        tryPolicy(late, 'preToolCall', { call }).then(() => resolve.mock.calls.length),
      )
      .toBeGreaterThan(3);
  });
});
