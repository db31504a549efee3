import type { Dict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';

import { describe, expect, test } from 'vitest';

import type { EgressOptions } from './rules/egress-options.ts';
import { guardEgress } from './index.ts';
import { targetsIn } from './targets/targets-in.ts';

expect.extend(policyMatchers);

const publicNames: EgressOptions = { resolve: () => ['93.184.215.14'] };

function tried(args: Dict, options: EgressOptions = publicNames) {
  return tryPolicy(guardEgress(options), 'preToolCall', {
    call: { id: 'call_1', name: 'fetch', args },
  });
}

describe('the rest of a URL', () => {
  test.each([
    ['ftp://example.com/', 'egress_scheme'],
    ['file:///etc/passwd', 'egress_scheme'],
    ['gopher://example.com/', 'egress_scheme'],
    ['redis://0x7f.1:6379', 'egress_scheme'],
    ['view-source+https://example.com/', 'egress_scheme'],
    ['https://user:password@example.com/', 'egress_credentials'],
    ['https://example.com@evil.test/', 'egress_credentials'],
    ["https://example.com'@evil.test/", 'egress_credentials'],
    ['https://@example.com/', 'egress_credentials'],
    ['https://example.com\\@evil.test/', 'egress_host'],
    ['see https://example.com\\x@evil.test/ now', 'egress_host'],
    ['https://evil.test;.example.com/', 'egress_unreadable'],
    ['https://evil.test,.example.com/', 'egress_unreadable'],
    ["https://evil.test'.example.com/", 'egress_unreadable'],
    ['https://example.com:22/', 'egress_port'],
    ['https://example.com:8443/', 'egress_port'],
  ])('%s is denied with %s', async (url, code) => {
    const options = { ...publicNames, allow: ['example.com', '*.example.com'] };
    expect(await tried({ url }, options)).toDeny({ code });
  });

  test.each('callbackUrl base_url dbHost webhook-URL host_name url2 urls[]'.split(' '))(
    'and a host in %s, whose name ends in what it holds',
    async (key) => {
      const options = { ...publicNames, allow: ['example.com'] };
      expect(await tried({ [key]: 'evil.test' }, options)).toDeny({ code: 'egress_host' });
      expect(await tried({ [key]: 'example.com' }, options)).toAllow();
    },
  );

  test.each(['/?to=', ':443/?to=', ':/?to=', '://?to=', ':///?to=', '#', '\\'])(
    'and a host without a scheme before %s and an allowed URL',
    async (between) => {
      const options = { ...publicNames, allow: ['example.com'] };
      const url = `evil.test${between}https://example.com/`;
      expect(await tried({ url }, options)).toDeny();
      expect(await tried({ url: `see ${url.replace(/.*https/, 'https')}` }, options)).toAllow();
      expect(await tried({ url: '/login?to=https://example.com/' }, options)).toAllow();
    },
  );

  test.each(['curl', 'ghost', 'hostess', 'is_host_known'])('but not one in %s', async (key) => {
    expect(await tried({ [key]: 'evil.test' }, { allow: ['example.com'] })).toAllow();
  });

  test('what is configured is allowed', async () => {
    const options: EgressOptions = {
      ...publicNames,
      schemes: ['redis', 'HTTPS'],
      ports: 'any',
      credentials: 'allow',
    };
    expect(await tried({ url: 'redis://u:p@example.com:6379' }, options)).toAllow();
    expect(await tried({ url: 'redis://u:p@0x7f.1:6379' }, options)).toDeny({
      code: 'egress_private',
    });
    expect(await tried({ url: 'file:///a' }, { schemes: ['file'] })).toAllow();
    expect(await tried({ url: 'http://example.com' }, options)).toDeny({ code: 'egress_scheme' });
  });

  test.each([
    ['https://example.com:443/', [8443], []],
    ['wss://example.com:443/', [8443], []],
    ['http://example.com:80/', [8443], []],
    ['https://example.com:80/', [443], ['egress_port']],
    ['ftp://example.com:80/', [8443], ['egress_port']],
    ['http://example.com:443/', [80], ['egress_port']],
  ])('of %s with the ports %j the port of the scheme is allowed', async (url, ports, codes) => {
    const schemes = ['http', 'https', 'wss', 'ftp'];
    const trial = await tried({ url }, { ...publicNames, ports, schemes });
    expect(trial.record?.codes ?? []).toEqual(codes);
  });

  test('only the tools it is bound to are guarded', async () => {
    const policy = guardEgress({ tools: 'fetch|http_*' });
    const call = { id: '1', args: { url: 'http://127.0.0.1/' } };
    const at = (name: string) => tryPolicy(policy, 'preToolCall', { call: { ...call, name } });
    expect(await at('http_get')).toDeny({ code: 'egress_private' });
    expect(await at('note')).toAllow();
  });
});

describe('options', () => {
  test.each<EgressOptions>([
    { allow: ['https://example.com'] },
    { allow: ['a.*.com'] },
    { allow: [''] },
    { deny: ['10.0.0.0/99'] },
    { allow: 'example.com' as never },
    { schemes: ['https:'] },
    { ports: [0] },
    { ports: 80 as never },
    { credentials: 'maybe' as never },
    { resolveTtlMs: -1 },
    { resolveTtlMs: Number.NaN },
  ])('%j is refused when the policy is made', (options) => {
    expect(() => guardEgress(options)).toThrow('[invalid_option]');
  });
});

/** Some systems count processor time in ticks of this many microseconds; less than one counts as nothing. */
const TICK = 4000;

// A disturbed measurement is repeated; quadratic code fails every time.
test('a long text without URLs is read in linear time', { retry: 2 }, () => {
  const short = least(100_000);
  expect(least(800_000)).toBeLessThan(Math.max(short, TICK) * 24);
});

/** Returns the microseconds of the fastest of nine runs in this thread, so that a busy machine does not count. */
function least(length: number): number {
  return Math.min(...Array.from({ length: 9 }, () => time(length)));
}

function time(length: number): number {
  const started = process.threadCpuUsage();
  for (const piece of ['a', 'a:', ':/', '@', '[]', 'a.']) {
    const text = piece.repeat(length / piece.length);
    targetsIn({ text, [`${text}!`]: 'b' }, new Set(['text']));
  }
  const { user, system } = process.threadCpuUsage(started);
  // Only the sum is exact: the system guesses the split.
  return user + system;
}
