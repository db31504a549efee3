import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { withHooks } from '@interpose/ai-sdk';
import { createHooks, type Hooks } from '@interpose/core';
import { simulateReadableStream, streamText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, test } from 'vitest';

import { lanesSvg, type Lane } from './lanes-svg.ts';

/** What the model writes, a piece at a time. */
const pieces = ['Write to ', 'ada@exam', 'ple.com ', 'and say ', 'hello.'];

/** The three modes, each by the hook that leads to it. */
const modes: readonly (readonly [name: string, listen: (hooks: Hooks) => void])[] = [
  ['pass', (hooks) => hooks.addHook('onResponse', () => undefined, { stream: 'observe' })],
  ['window', (hooks) => hooks.addHook('onResponseDelta', () => undefined, { window: 16 })],
  ['buffer', (hooks) => hooks.addHook('onResponse', () => undefined)],
];

/** How much a reader has seen after each piece of the model, and after its end. */
async function readWith(listen: (hooks: Hooks) => void): Promise<readonly string[]> {
  const hooks = createHooks();
  listen(hooks);
  let seen = '';
  const reads: string[] = [];
  const model = new MockLanguageModelV4({
    doStream: {
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: 'text' },
          ...pieces.map((delta) => ({ type: 'text-delta' as const, id: 'text', delta })),
          { type: 'text-end', id: 'text' },
          { type: 'finish', finishReason, usage },
        ],
        // The reader has time to read what has left before the next piece comes.
        _internal: {
          delay: async () => {
            await wait(30);
            reads.push(seen);
          },
        },
      }),
    },
  });
  for await (const text of streamText({ model: withHooks(model, hooks), prompt: 'Hello.' })
    .textStream)
    seen += text;
  await hooks.close();
  // One look came before the start of the text, one before its first piece.
  return [...reads.slice(2, 2 + pieces.length), seen];
}

const finishReason = { unified: 'stop', raw: 'stop' } as const;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

test('the drawing of the stream modes is what readers of real streams saw (update it with vitest -u)', async () => {
  const lanes: Lane[] = [];
  for (const [name, listen] of modes) lanes.push({ name, steps: await readWith(listen) });
  const whole = pieces.join('');
  const [pass, windowed, buffer] = lanes.map(({ steps }) => steps);
  expect(pass).toEqual([...pieces.map((_, index) => pieces.slice(0, index + 1).join('')), whole]);
  expect(windowed?.[1]).not.toContain('@');
  expect(windowed?.at(-2)).toBe(whole.slice(0, -16));
  expect(buffer).toEqual([...pieces.map(() => ''), whole]);
  const drawing = lanesSvg('What a reader has seen, by mode', pieces, lanes);
  await expect(drawing).toMatchFileSnapshot(join(import.meta.dirname, 'stream-modes.svg'));
});
