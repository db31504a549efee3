import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { askFetch } from '../../../test/ask-fetch.ts';
import { chunk, SECRET } from '../../../test/secret-answers.ts';

test('a streamed call in the older form stays in it where a hook changed its arguments', async () => {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { word: 'none' } } }));
  const text = await askFetch(hooks, '/chat/completions', [
    chunk({ role: 'assistant', content: null, function_call: { name: 'tell', arguments: '' } }),
    chunk({ function_call: { arguments: `{"word":"${SECRET}` } }),
    chunk({ function_call: { arguments: '"}' } }),
    chunk({}, 'function_call'),
  ]);
  expect(text).toContain(
    JSON.stringify({ function_call: { name: 'tell', arguments: '{"word":"none"}' } }),
  );
  expect(text).not.toContain('tool_calls');
  expect(text).not.toContain(SECRET);
});
