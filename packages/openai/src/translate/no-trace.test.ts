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
      ['a response', '/responses', response],
    ])('%s', async (_name, path, answer) => {
      const hooks = createHooks();
      policy(hooks);
      expect(await askFetch(hooks, path, answer)).not.toContain(SECRET);
    });
  },
);
