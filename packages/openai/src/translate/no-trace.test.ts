import { createHooks, deny, mapText, type Hooks, type ModelResponse } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { annotation, chunks, completion, response, SECRET } from '../../test/secret-answers.ts';

const withoutSecret = (given: ModelResponse): ModelResponse => ({
  ...mapText(given, (text) => text.replaceAll(SECRET, '[word]')),
  content: mapText(given, (text) => text.replaceAll(SECRET, '[word]')).content.map((part) =>
    part.type === 'reasoning' ? { ...part, text: part.text.replaceAll(SECRET, '[word]') } : part,
  ),
});

/** Returns a chunk of a service that repeats the answer in unknown fields beside it. */
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

const place = { item_id: 'msg', output_index: 0, content_index: 0 };
const piece = { type: 'output_text', text: SECRET, annotations: [annotation], raw: SECRET };
const empty = { type: 'output_text', text: '', annotations: [] };
const message = { id: 'msg', type: 'message', role: 'assistant', content: [piece], raw: SECRET };
const whole = { id: 'resp', object: 'response', created_at: 1, model: 'm', output: [message] };
const begun = { ...whole, status: 'in_progress', output_text: SECRET };
const text = 'response.output_text';

/** A response of a service that repeats the answer at its beginning, beside its texts, and in unknown events. */
const events = [
  { type: 'response.created', response: begun },
  { type: 'response.in_progress', response: begun },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...message, raw: 1, content: [] },
  },
  { type: 'response.content_part.added', ...place, part: empty },
  { type: `${text}.delta`, ...place, delta: SECRET, raw: SECRET },
  { type: `${text}.annotation.added`, ...place, annotation_index: 0, annotation },
  { type: 'response.note.taken', ...place, note: SECRET },
  { type: `${text}.delta`, ...place, delta: ' Bye.', raw: SECRET },
  { type: `${text}.done`, ...place, text: `${SECRET} Bye.`, raw: SECRET },
  { type: 'response.content_part.done', ...place, part: { ...piece, text: `${SECRET} Bye.` } },
  {
    ...{ type: 'response.output_item.done', output_index: 0, raw: SECRET },
    item: { ...message, content: [{ ...piece, text: `${SECRET} Bye.` }] },
  },
  {
    type: 'response.completed',
    response: {
      ...{ ...whole, status: 'completed', raw: SECRET },
      output: [{ ...message, content: [{ ...piece, text: `${SECRET} Bye.` }] }],
    },
  },
];
const opening = events.slice(0, 2).map((event) => ({
  ...{ ...event, raw: SECRET },
  response: { ...begun, raw: SECRET },
}));

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
      ['a streamed response', '/responses', [...opening, ...events.slice(2)]],
    ])('%s', async (_name, path, answer) => {
      const hooks = createHooks();
      policy(hooks);
      expect(await askFetch(hooks, path, answer)).not.toContain(SECRET);
    });
  },
);

test('a changed error of a failed response is sent as it was changed', async () => {
  const error = { code: 'server_error', message: SECRET };
  const failed = { ...whole, status: 'failed', output: [], error };
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response: given }) => ({
    response: { ...given, metadata: { error: { ...error, message: 'It failed.' } } },
  }));
  const answer = await askFetch(hooks, '/responses', failed);
  expect(answer).not.toContain(SECRET);
  expect(answer).toContain('It failed.');
});

describe.each([0, 100])('a delta changed behind a window of %i', (window) => {
  test.each(['[word]', ''])('leaves no trace of the original beside it: "%s"', async (by) => {
    const hooks = createHooks();
    hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replaceAll(SECRET, by) }), {
      window,
    });
    const completed = await askFetch(hooks, '/chat/completions', stream);
    expect(completed).not.toContain(SECRET);
    expect(completed).toContain('Bye.');
    expect(completed).toContain(JSON.stringify(usage));
    const responded = await askFetch(hooks, '/responses', events);
    expect(responded).not.toContain(SECRET);
    expect(responded).toContain(`"text":"${by} Bye."`);
  });
});
