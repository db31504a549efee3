import { createHooks, deny, textOf } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { annotation, chunk, completionOf, SECRET } from '../../test/secret-answers.ts';

describe('hooks read what a model said wherever it stands', () => {
  const spoken = completionOf({
    role: 'assistant',
    content: null,
    audio: { id: 'a', data: 'AAAA', transcript: 'Ten euros.' },
  });
  const details = completionOf({
    role: 'assistant',
    content: 'Ten.',
    reasoning_details: [{ type: 'reasoning.summary', summary: 'Cheap.' }],
  });
  const twice = completionOf({
    role: 'assistant',
    content: 'Ten.',
    reasoning_content: 'Short.',
    reasoning: 'Not Short.',
    reasoning_details: [{ type: 'reasoning.text', text: ' Cheap.' }],
  });
  const thought = completionOf({ role: 'assistant', content: 'Ten.', reasoning: 'Cheap.' });
  const inChunks = (...given: object[]): object[] => [
    ...given.map((delta) => chunk(delta)),
    chunk({}, 'stop'),
  ];

  test.each([
    ['the transcript of audio', spoken, 'Ten euros.'],
    ['thoughts in details', details, 'Cheap.'],
    ['thoughts in a field alone', thought, 'Cheap.'],
    ['thoughts in several fields that say other things', twice, 'Not Short. Cheap.'],
    [
      'the transcript of streamed audio',
      inChunks(
        { audio: { transcript: 'Ten ' } },
        { audio: { data: 'AAAA' } },
        { audio: { transcript: 'euros.' } },
      ),
      'Ten euros.',
    ],
    [
      'streamed thoughts in details, said twice by the service',
      inChunks(
        { reasoning: 'Cheap.', reasoning_details: [{ type: 'reasoning.text', text: 'Cheap.' }] },
        { content: 'Ten.' },
      ),
      'Cheap.',
    ],
    [
      'streamed citations',
      inChunks(
        { content: 'Ten.' },
        { annotations: [{ type: 'url_citation', url_citation: annotation }] },
      ),
      annotation.url,
    ],
    ['a streamed refusal', inChunks({ refusal: 'I cannot.' }), 'I cannot.'],
  ])('%s', async (_, answer, said) => {
    const hooks = createHooks();
    const read: string[] = [];
    hooks.addHook('onResponse', ({ response: given }) => {
      read.push(
        textOf(given),
        ...given.content.map((part) => (part.type === 'reasoning' ? part.text : '')),
      );
      read.push(...(given.citations ?? []).map(({ url }) => url ?? ''));
    });
    const plain = await askFetch(createHooks(), '/chat/completions', answer);
    expect(await askFetch(hooks, '/chat/completions', answer)).toBe(plain);
    expect(read).toContain(said);
  });
});

test('streamed citations stay beside their text where a hook changed only the thoughts before it', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponse', ({ response: given }) => ({
    response: {
      ...given,
      content: given.content.map((part) =>
        part.type === 'reasoning' ? { ...part, text: 'Hm.' } : part,
      ),
    },
  }));
  const text = await askFetch(hooks, '/chat/completions', [
    chunk({ reasoning: 'Cheap.' }),
    chunk({ content: 'Ten.' }),
    chunk({ annotations: [{ type: 'url_citation', url_citation: annotation }] }),
    chunk({}, 'stop'),
  ]);
  expect(text).toContain('Hm.');
  expect(text).not.toContain('Cheap.');
  expect(text).toContain(annotation.url);
});

test('audio does not follow where a hook on deltas took its words away', async () => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) =>
    delta.includes(SECRET) ? { delta: '' } : undefined,
  );
  const audio = [
    { audio: { transcript: 'It is ' } },
    { audio: { data: 'AAAA' } },
    { audio: { transcript: SECRET } },
    { audio: { data: SECRET } },
  ];
  const text = await askFetch(hooks, '/chat/completions', [
    ...audio.map((delta) => chunk(delta)),
    chunk({}, 'stop'),
  ]);
  expect(text).toContain('It is ');
  expect(text).not.toContain(SECRET);
});

describe('hooks read what a tool of the provider found or printed', () => {
  const ran = [
    { id: 'ci', type: 'code_interpreter_call', status: 'completed', code: 'print(1)' },
    { id: 'fs', type: 'file_search_call', status: 'completed', queries: ['price'] },
    { id: 'sh', type: 'shell_call_output', call_id: 'c', status: 'completed' },
    { id: 'ap', type: 'apply_patch_call_output', call_id: 'd', status: 'failed' },
  ];
  const output = [
    { ...ran[0], outputs: [{ type: 'logs', logs: 'Ten euros.' }] },
    { ...ran[1], results: [{ file_id: 'f', filename: 'p.txt', text: 'Nine euros.', score: 1 }] },
    { ...ran[2], output: [{ stdout: 'Eight euros.', stderr: '', outcome: { type: 'timeout' } }] },
    { ...ran[3], output: 'Seven euros.' },
  ];
  const frame = { id: 'resp', object: 'response', created_at: 1, model: 'm' };
  const whole = { ...frame, status: 'completed', output };
  const streamed = [
    { type: 'response.created', response: { ...frame, status: 'in_progress', output: [] } },
    ...output.map((item, index) => ({
      type: 'response.output_item.done',
      output_index: index,
      item,
    })),
    { type: 'response.completed', response: whole },
  ];

  test.each([
    ['whole', whole],
    ['streamed', streamed],
  ])('%s', async (_, answer) => {
    const hooks = createHooks();
    const read: unknown[] = [];
    hooks.addHook('onResponse', ({ response: { content } }) => {
      for (const part of content) if (part.type === 'tool-result') read.push(part.result);
    });
    await askFetch(hooks, '/responses', answer);
    for (const price of ['Ten', 'Nine', 'Eight', 'Seven'])
      expect(JSON.stringify(read)).toContain(`${price} euros.`);
  });
});

describe('hooks read why a response failed', () => {
  const frame = { id: 'resp', object: 'response', created_at: 1, model: 'm', output: [] };
  const failed = { ...frame, status: 'failed', error: { code: 'server_error', message: SECRET } };
  const created = { type: 'response.created', response: { ...frame, status: 'in_progress' } };

  test.each([
    ['whole', failed],
    ['streamed', [created, { type: 'response.failed', response: failed }]],
  ])('%s', async (_, answer) => {
    const [hooks, silent] = [createHooks(), createHooks()];
    hooks.addHook('onResponse', ({ response }) =>
      JSON.stringify(response).includes(SECRET) ? deny('not that') : undefined,
    );
    silent.addHook('onResponse', () => undefined);
    expect(await askFetch(hooks, '/responses', answer)).not.toContain(SECRET);
    const left = await askFetch(silent, '/responses', answer);
    expect(left).toBe(await askFetch(createHooks(), '/responses', answer));
    expect(left).toContain(SECRET);
  });
});
