import { createHooks, deny, mapText, type Hooks, type ModelResponse } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { chunks, completion, response, SECRET } from '../../test/secret-answers.ts';

const withoutSecret = (given: ModelResponse): ModelResponse => ({
  ...mapText(given, (text) => text.replaceAll(SECRET, '[word]')),
  content: mapText(given, (text) => text.replaceAll(SECRET, '[word]')).content.map((part) =>
    part.type === 'reasoning' ? { ...part, text: part.text.replaceAll(SECRET, '[word]') } : part,
  ),
});

/** A chunk whose service repeats the answer beside it, in fields that are not known here. */
const sided = (delta: object, finish: string | null = null, more: object = {}): object => ({
  ...{ id: 'c', created: 1, model: 'm', object: 'chat.completion.chunk' },
  citations: [`https://x.test/${SECRET}`],
  choices: [
    { index: 0, delta, finish_reason: finish, message: { role: 'assistant', content: SECRET } },
  ],
  ...more,
});
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const stream = [
  sided({ role: 'assistant', content: SECRET }),
  sided({ content: ' or so, ' }),
  sided({}),
  sided({ reasoning: 'Hm.', content: 'I think.' }),
  sided({}, null, { choices: [] }),
  sided({ content: ' Bye.' }, 'stop', { usage }),
  sided({}, null, { choices: [], usage }),
];

const policies: Record<string, (hooks: Hooks) => unknown> = {
  changed: (hooks) =>
    hooks.addHook('onResponse', ({ response: given }) => ({ response: withoutSecret(given) })),
  denied: (hooks) => hooks.addHook('onResponse', () => deny('no')),
};

describe.each(Object.entries(policies))(
  'a %s answer leaves no trace of the original',
  (_, policy) => {
    test.each([
      ['a completion', '/chat/completions', completion],
      ['a streamed completion', '/chat/completions', chunks],
      ['a streamed completion with unknown fields', '/chat/completions', stream],
      ['a response', '/responses', response],
    ])('%s', async (_name, path, answer) => {
      const hooks = createHooks();
      policy(hooks);
      expect(await askFetch(hooks, path, answer)).not.toContain(SECRET);
    });
  },
);

describe.each([0, 100])('a delta changed behind a window of %i', (window) => {
  test.each(['[word]', ''])('leaves no trace of the original beside it: "%s"', async (by) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replaceAll(SECRET, by) }), {
      window,
    });
    const text = await askFetch(hooks, '/chat/completions', stream);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('Bye.');
    expect(text).toContain(JSON.stringify(usage));
  });
});
