import { createHooks, type HookOptions, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { askFetch } from '../../test/ask-fetch.ts';
import { chunk, SECRET } from '../../test/secret-answers.ts';

const CHAT = '/chat/completions';
const assistant = { role: 'assistant' };
const spelled = (text: string) => ({ content: [{ token: text, logprob: -1, bytes: null }] });

/** Returns a chunk with this text and its probability; the first chunk also has the role. */
const likely = (content: string, first: object = {}): object => ({
  id: 'c',
  choices: [
    { index: 0, delta: { ...first, content }, logprobs: spelled(content), finish_reason: null },
  ],
});

const thought = { reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] };
const place = { item_id: 'm', output_index: 0, content_index: 0 };
const said = (delta: string) => ({
  ...place,
  ...{ type: 'response.output_text.delta', delta, logprobs: spelled(delta).content },
});

const streams: readonly (readonly [string, string, readonly object[]])[] = [
  [
    'a role with the first text',
    CHAT,
    [chunk({ ...assistant, content: 'One ' }), chunk({ content: 'two.' }), chunk({}, 'stop')],
  ],
  ['one chunk', CHAT, [chunk({ ...assistant, content: 'One two.' }, 'stop')]],
  [
    'an end with the last text',
    CHAT,
    [chunk({ ...assistant, content: 'One ' }), chunk({ content: 'two.' }, 'stop')],
  ],
  [
    'log probabilities',
    CHAT,
    [likely('One ', assistant), likely('two, '), likely('three.'), chunk({}, 'stop')],
  ],
  [
    'thoughts in several forms',
    CHAT,
    [chunk({ ...assistant, ...thought }), chunk({ content: 'One.' }), chunk({}, 'stop')],
  ],
  [
    'a voice',
    CHAT,
    [
      chunk({ ...assistant, audio: { id: 'a', transcript: 'One ' } }),
      chunk({ audio: { data: 'QUJD', transcript: 'two.' } }),
      chunk({}, 'stop'),
    ],
  ],
  [
    'fields that are not known here',
    CHAT,
    [
      chunk({ ...assistant, content: 'One ' }),
      chunk({ content: 'two' }),
      chunk({}),
      chunk({}, 'stop'),
    ].map((each) => ({ ...each, citations: ['https://x.test/'] })),
  ],
  [
    'what is cited in a response, and what is not known here',
    '/responses',
    [
      said('One '),
      said('two'),
      { ...place, type: 'response.output_text.annotation.added', annotation: { url: 'x' } },
      said(', three.'),
      { ...place, type: 'response.output_text.done', text: 'One two, three.' },
      { ...place, type: 'response.note.taken', note: 'x' },
    ],
  ],
  [
    'log probabilities of a response',
    '/responses',
    [
      said('One '),
      said('two, '),
      said('three.'),
      { ...place, type: 'response.output_text.done', text: 'One two, three.' },
    ],
  ],
];

const silent = (options: HookOptions<'onResponseDelta', never>): Hooks => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta }), options);
  return hooks;
};

describe.each(streams)('%s', (_, path, events) => {
  test.each([0, 3, 100])('leaves as it came through a window of %i', async (window) => {
    const without = await askFetch(createHooks(), path, events);
    expect(await askFetch(silent({ window }), path, events)).toBe(without);
  });
});

const change = (window: number, by = 'word'): Hooks => {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', ({ delta }) => ({ delta: delta.replaceAll(SECRET, by) }), {
    window,
  });
  return hooks;
};

const rolesIn = (text: string): number => text.split('"role":"assistant"').length - 1;

describe.each([0, 100])('an answer that was changed behind a window of %i', (window) => {
  const parts = [SECRET.slice(0, 4), SECRET.slice(4)];
  const pieces = window === 0 ? [SECRET] : parts;
  const events = pieces.map((text, index) => likely(text, index === 0 ? assistant : {}));

  test.each(['word', ''])('keeps its role, and nothing spells it: "%s"', async (by) => {
    const text = await askFetch(change(window, by), CHAT, [...events, chunk({}, 'stop')]);
    expect(rolesIn(text)).toBe(1);
    for (const piece of pieces) expect(text).not.toContain(piece);
  });

  test('keeps the role of each of its choices', async () => {
    const choice = (index: number, delta: object) => ({
      id: 'c',
      choices: [{ index, delta, finish_reason: null }],
    });
    const both = [0, 1].flatMap((index) =>
      pieces.map((content, at) =>
        choice(index, at === 0 ? { ...assistant, content } : { content }),
      ),
    );
    const text = await askFetch(change(window), CHAT, both);
    expect(rolesIn(text)).toBe(2);
    expect(text).not.toContain(SECRET);
  });
});
