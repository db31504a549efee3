import { textOf, type ModelResponse } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { defangLinks } from './defang-links.ts';
import { guardEgress, type EgressOptions } from './index.ts';
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
  ['[https://evil.test](https://evil.test)', '[hxxps://evil[.]test](hxxps://evil[.]test)'],
])('%s is made unreadable', async (text, safe) => {
  const trial = await tried(text);
  // A backslash inside a slash pair may be resolved or stay; a browser follows neither.
  expect(textOf(trial.value).replaceAll('\\/', '/')).toBe(safe.replaceAll('\\/', '/'));
  expect(await tried(textOf(trial.value))).toAllow();
  expect(await tried(text, { links: 'deny' })).toDeny({ code: 'egress_link' });
});

test.each([
  'https://example.com/a, (https://a.example.org/b) and [c](https://example.com).',
  'http://localhost:3000/ is where it runs',
  'a // comment, and //console.log("x")',
  'AT&T, R&amp;D, C:\\Users\\me, 12:30',
  'The ratio is 3://4',
])('%s stays as it is', async (text) => {
  expect(await tried(text)).toAllow();
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

  test('words that cannot be links are not held', () => {
    expect(linkPendingFrom('Hello there, ')).toBe(13);
    expect(linkPendingFrom('这是一个很长的句子')).toBe(9);
  });
});

test('links need a list of hosts', () => {
  expect(() => guardEgress({ links: 'defang' })).toThrow('[invalid_option]');
  expect(() => guardEgress({ allow: [], links: 'hide' as never })).toThrow('[invalid_option]');
});
