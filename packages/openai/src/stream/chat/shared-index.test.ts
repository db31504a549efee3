import { createHooks, deny } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../../test/ask-fetch.ts';
import { chunk } from '../../../test/secret-answers.ts';

const wish = (name: string | undefined, id: string, text: string, index?: number): object => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: text },
});
const told = (...calls: object[]): object => chunk({ role: 'assistant', tool_calls: calls });
const end = chunk({}, 'tool_calls');

const PAY = ['pay', { euros: 5 }];
const LOOK = ['look', {}];

/** Streams of calls as services send them that do not count calls, and the calls that callers make of them. */
const streams: readonly (readonly [what: string, calls: unknown[], chunks: object[]])[] = [
  [
    'of one index',
    [PAY, LOOK],
    [told(wish('pay', 'a', '{"euros":', 0)), told(wish(undefined, '', '5}', 0))].concat(
      told(wish('look', 'b', '{}', 0)),
    ),
  ],
  [
    'without an index',
    [PAY, LOOK],
    [told(wish('pay', 'a', '{"euros":5}')), told(wish('look', 'b', '{}'))],
  ],
  ['in one chunk', [PAY, LOOK], [told(wish('pay', 'a', '{"euros":5}'), wish('look', 'b', '{}'))]],
  [
    'without an id',
    [PAY, LOOK],
    [told(wish('pay', '', '{"euros":5}')), told(wish('look', '', '{}'))],
  ],
  [
    'without arguments',
    [['pay', {}], LOOK],
    [told(wish('pay', 'a', '', 0)), told(wish('look', 'b', '', 0))],
  ],
  [
    'whose pieces have other ids',
    [PAY],
    [told(wish('pay', 'a', '{"euros"', 0)), told(wish('pay', 'b', ':5}', 0))],
  ],
  [
    'whose later pieces have an empty name and id',
    [PAY],
    [told(wish('pay', 'a', '{"euros":5}', 0)), told(wish('', '', '', 0))],
  ],
  [
    'whose name is sent again',
    [PAY],
    [told(wish('pay', 'a', '{"euros":5}', 0)), told(wish('pay', 'a', '', 0))],
  ],
];

test.each(streams)('hooks are asked about each of the calls %s', async (_what, calls, chunks) => {
  const answer = [...chunks, end];
  const hooks = createHooks();
  const asked: unknown[] = [];
  hooks.addHook('preToolCall', ({ call }) => void asked.push([call.name, call.args]));
  const left = await askFetch(hooks, '/chat/completions', answer);
  expect(asked).toEqual(calls);
  expect(left).toBe(await askFetch(createHooks(), '/chat/completions', answer));

  const denying = createHooks();
  denying.addHook('preToolCall', ({ call }) => (call.name === 'pay' ? deny('no') : undefined));
  const rest = await askFetch(denying, '/chat/completions', answer);
  expect(rest).not.toContain('"pay"');
  expect(rest.includes('"look"')).toBe(calls.length > 1);
});
