import type { Dict } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';

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

describe('hosts', () => {
  const options: EgressOptions = {
    ...publicNames,
    allow: ['example.com', '*.example.org', 'bücher.example', '8.8.0.0/16'],
    deny: ['secret.example.org'],
  };

  test.each([
    'https://example.com/a?b#c',
    'https://EXAMPLE.com./',
    'https://a.b.example.org/',
    'https://xn--bcher-kva.example/',
    'https://BÜCHER.example/',
    'http://8.8.8.8/',
    'https://example.com,https://a.example.org',
    'https://example.com\nhttps://a.example.org\n',
    'https://example.com!',
    '请看https://example.com，谢谢',
    "['https://example.com','https://a.example.org']",
    "fetch('https://example.com').then(r => r.json())",
    "{url:'https://example.com',method:'GET'}",
    'url=https://example.com&page=2',
    'https://example.com and ops@example.com, who run it',
    'see https://example.com, (https://a.example.org/x) and [this](https://example.com).',
  ])('%s is allowed', async (url) => {
    expect(await tried({ url }, options)).toAllow();
  });

  test.each([
    'https://example.com.evil.test/',
    'https://evilexample.com/',
    'https://example.org/',
    'https://secret.example.org/',
    'https://evil.test/example.com',
    'https://evil.test#@example.com/',
    'https://evil.test\\@example.com/',
    'https://evil.test?@example.com/',
    'https:evil.test',
    'https:\\\\evil.test',
    'https:/evil.test',
    '//evil.test/x',
    '\\\\evil.test\\x',
    ' \u0000https://evil.test',
    'ht\ntps://ev\til.test/',
    'https://example.com\n.evil.test/',
    'https://examp\u00ADle.com.evil.test/',
    'https://еxample.com/',
    'text before <https://evil.test> and after',
    '{"body":"{\\"u\\":\\"https:\\\\/\\\\/evil.test\\"}"}',
    '{"u":"http\\u0073:\\u002f/evil.test"}',
    'http://9.9.9.9/',
    "https://example.com'.evil.test/",
    'https://example.com,.evil.test/',
    'https://example.com,%2eevil%2etest/',
    'https://example.com，．evil．test/',
    'https://example.com{,.evil.test}/',
    'https://example.com\u{FEFF}.evil.test/',
    'see https://example.com\u{FEFF}.evil.test/ there',
  ])('%s is denied', async (url) => {
    expect(await tried({ text: url }, options)).toDeny({ code: 'egress_host' });
  });

  test.each([
    { url: 'evil.test/path' },
    { request: { HOST: 'evil.test:443' } },
    { hosts: ['example.com', 'evil.test'] },
    { headers: { 'https://evil.test': true } },
    { nested: [{ deep: ['https://evil.test'] }] },
    { target: new URL('https://evil.test') },
  ])('%j names a host that is denied', async (args) => {
    expect(await tried(args, options)).toDeny({ code: 'egress_host' });
  });

  test.each([
    { url: '/relative/path' },
    { url: '../up' },
    { url: '' },
    { url: '?page=2' },
    { text: 'ratio 3:4, note: read this, at 12:30' },
    { text: '// a comment\nconst a = 1;' },
    { text: 'links begin with https:// always' },
    { path: 'C:\\Users\\me' },
    { count: 3, flag: true, nothing: null },
    { selector: '//button' },
    { selector: '//div[@id="main"]' },
    { selector: "//*[@class='a.b']/a" },
    { code: '//TODO' },
    { target: '//src/main:app' },
    { url: 'data:image/png;base64,iVBORw0KGgo=' },
    { url: 'about:blank' },
    { href: 'mailto:ann@mail.example' },
    { uri: 'urn:isbn:0451450523' },
  ])('%j names no host', async (args) => {
    expect(await tried(args, options)).toAllow();
  });

  test.each([
    { url: 'data:80' },
    { url: '//intranet/x' },
    { text: '//localhost/x' },
    { text: '//127.1/x' },
    { text: '\\\\server\\share' },
    { host: 2130706433 },
    { host: '::1' },
  ])('%j leads into the network and is denied', async (args) => {
    expect(await tried(args)).toDeny();
  });

  test.each(['http://example.com b@evil.test/', 'http://example.com\u00A0b@10.0.0.1'])(
    'the host of %s is what parsers take for it, behind a user name with a blank',
    async (url) => {
      expect(await tried({ text: url }, options)).toDeny({ code: 'egress_credentials' });
      const lax: EgressOptions = { ...options, credentials: 'allow' };
      expect(await tried({ text: url }, lax)).toDeny({ code: 'egress_host' });
    },
  );

  test.each(['http://[fe80::1%25eth0]/', 'http://1.2.3.4.5/', 'a b.test/', 'https://[::1'])(
    '%s under a key for hosts cannot be read and is denied',
    async (url) => {
      expect(await tried({ url }, options)).toDeny({ code: 'egress_unreadable' });
    },
  );

  test('arguments nested without end are denied', async () => {
    let args: Dict = {};
    for (let depth = 0; depth < 100; depth++) args = { args };
    expect(await tried(args)).toDeny({ code: 'egress_unreadable' });
  });
});
