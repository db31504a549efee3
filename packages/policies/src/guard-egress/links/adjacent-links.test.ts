import type { ModelResponse, Part } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { expect, test } from 'vitest';

import { guardEgress } from '../index.ts';

expect.extend(policyMatchers);

const said = (...texts: readonly string[]): ModelResponse => ({
  content: texts.map((text): Part => ({ type: 'text', text })),
});
const thoughts = (...texts: readonly string[]): ModelResponse => ({
  content: texts.map((text): Part => ({ type: 'reasoning', text })),
});
const thought: Part = { type: 'reasoning', text: 'hm' };

function tried(response: ModelResponse, links: 'defang' | 'deny' = 'defang') {
  const policy = guardEgress({ allow: ['example.com'], links });
  return tryPolicy(policy, 'onResponse', { response, request: { messages: [] } });
}

test.each([
  [said('see https://ev', 'il.test/x now'), said('see hxxps://evil[.]test/x now')],
  [said('![](', '//evil.test/x)'), said('![](//evil[.]test/x)')],
  [said('ht', 'tps', '://evil.test'), said('hxxps://evil[.]test')],
  [said('https://example.com', '@evil.test/'), said('hxxps://example[.]com@evil[.]test/')],
  [
    { content: [thought, ...said('ww', 'w.evil.test').content] },
    { content: [thought, ...said('www[.]evil[.]test').content] },
  ],
])('a link over adjacent texts must not stay: %j', async (response, safe) => {
  expect(await tried(response)).toModify(safe);
  expect(await tried(response, 'deny')).toDeny({ code: 'egress_link' });
});

test('a link over one joint is found in a long answer', async () => {
  const long = 'all is well. '.repeat(2000);
  const { value } = await tried(said(`${long}https://ev`, `il.test/x ${long}`));
  expect(JSON.stringify(value)).not.toContain('evil.test');
});

test.each([
  said('see https://exam', 'ple.com/x and', ' more'),
  said('see https://example.com', ' and more'),
  thoughts('https://ev', 'il.test'),
  { content: [...said('https://ev').content, thought, ...said('il.test').content] },
])('texts without such a link stay the same: %j', async (response) => {
  expect(await tried(response)).toAllow();
});
