import type { Dict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { EgressOptions } from '../rules/egress-options.ts';
import { guardEgress } from '../index.ts';

expect.extend(policyMatchers);

const publicNames: EgressOptions = { resolve: () => ['93.184.215.14'] };

function tried(args: Dict, options: EgressOptions = publicNames) {
  return tryPolicy(guardEgress(options), 'preToolCall', {
    call: { id: 'call_1', name: 'fetch', args },
  });
}

describe('addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://intranet/',
  ])('%s is not public', async (url) => {
    expect(await tried({ url })).toDeny({ code: 'egress_private' });
  });

  test.each(['http://8.8.8.8/', 'https://[2606:4700::1111]/', 'https://[64:ff9b::808:808]/'])(
    '%s is public',
    async (url) => {
      expect(await tried({ url })).toAllow();
    },
  );

  test('every address that is not public is caught however it is written', async () => {
    const policy = guardEgress(publicNames);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(10, 127, 0),
        fc.nat(255),
        fc.nat(65_535),
        fc.constantFrom('dotted', 'decimal', 'hex', 'octal', 'mapped'),
        async (first, second, rest, form) => {
          const number = first * 2 ** 24 + second * 2 ** 16 + rest;
          const trial = await tryPolicy(policy, 'preToolCall', {
            call: { id: '1', name: 'get', args: { to: `http://${written(number, form)}/x` } },
          });
          expect(trial).toDeny({ code: 'egress_private' });
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    ['93.184.215.14', 'http://[::ffff:5db8:d70e]/'],
    ['93.184.215.14', 'http://[64:ff9b::5db8:d70e]/'],
    ['93.184.0.0/16', 'http://[64:ff9b::5db8:d70e]/'],
    ['64:ff9b::/96', 'http://[64:ff9b::5db8:d70e]/'],
    ['2606:4700::1111', 'http://[2606:4700:0:0::1111]/'],
    ['[2606:4700::1111]', 'http://[2606:4700::1111]/'],
  ])('%s in deny is denied as %s too', async (entry, url) => {
    expect(await tried({ url }, { deny: [entry] })).toDeny({ code: 'egress_host' });
  });

  test.each(['::ffff:93.184.215.14', '64:ff9b::93.184.215.14', '93.184.215.14'])(
    'a denied address is denied when a name resolves to %s',
    async (address) => {
      const options = { deny: ['93.184.215.14'], resolve: () => [address] };
      expect(await tried({ url: 'http://a.test/' }, options)).toDeny({ code: 'egress_host' });
    },
  );

  test('a private range may be allowed, and nothing beside it', async () => {
    const options = { allowPrivate: ['10.1.0.0/16', 'db.internal', '*.svc.local', 'fd00::1'] };
    expect(await tried({ url: 'http://[fd00::1]/' }, options)).toAllow();
    expect(await tried({ host: 'fd00::1' }, options)).toAllow();
    expect(await tried({ host: 'fd00::2' }, options)).toDeny({ code: 'egress_private' });
    expect(await tried({ url: 'http://10.1.9.9/' }, options)).toAllow();
    expect(await tried({ url: 'http://db.internal/' }, options)).toAllow();
    expect(await tried({ url: 'http://a.b.svc.local/' }, options)).toAllow();
    expect(await tried({ url: 'http://10.2.0.1/' }, options)).toDeny({ code: 'egress_private' });
    expect(await tried({ url: 'http://svc.local/' }, options)).toDeny({ code: 'egress_private' });
  });
});

function written(number: number, form: string): string {
  const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
  if (form === 'decimal') return String(number);
  if (form === 'hex') return `0x${number.toString(16)}`;
  if (form === 'octal') return bytes.map((byte) => `0${byte.toString(8)}`).join('.');
  return form === 'mapped' ? `[::ffff:${bytes.join('.')}]` : bytes.join('.');
}
