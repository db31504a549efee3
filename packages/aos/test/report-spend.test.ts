import { createHooks } from '@interpose/core';
import { afterEach, expect, test } from 'vitest';

import { report, type ModelAnswer } from '../src/report/index.ts';
import { listen } from './listen.ts';

interface Told {
  readonly spend?: number;
  readonly record: { readonly event: string };
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What is reported of one model call and one tool call, by events that carried a spend. */
async function spendTold(
  spendOf?: (answer: ModelAnswer) => number | undefined,
): Promise<readonly (readonly [string, number | undefined])[]> {
  const told: Told[] = [];
  const server = await listen(async (request) => {
    const { decisions } = (await request.json()) as { readonly decisions: readonly Told[] };
    told.push(...decisions);
    return Response.json({ taken: decisions.length, refused: [] });
  });
  closing.push(() => server.close());
  const hooks = createHooks({
    policies: [
      { name: 'watch', hooks: { preToolCall: () => undefined, onResponse: () => undefined } },
      report({ url: server.url, ...(spendOf === undefined ? {} : { spendOf }) }),
    ],
  });
  const usage = { inputTokens: 1000, outputTokens: 200 };
  const response = { content: [{ type: 'text', text: 'hello' }], usage } as const;
  const request = { model: 'small', messages: [] };
  await hooks.dispatch('onResponse', { request, response, synthetic: false });
  const tool = { name: 'search', origin: 'local', known: true, enabled: true } as const;
  await hooks.dispatch('preToolCall', { call: { id: 'c', name: 'search', args: {} }, tool });
  await hooks.close();
  return told.map(({ record, spend }) => [record.event, spend]);
}

test('what an answer of a model cost is told with its decision, and with no other', async () => {
  const asked: ModelAnswer[] = [];
  const told = await spendTold((answer) => {
    asked.push(answer);
    return (
      ((answer.usage.inputTokens ?? 0) * 2 + (answer.usage.outputTokens ?? 0) * 10) / 1_000_000
    );
  });
  expect(asked).toEqual([{ model: 'small', usage: { inputTokens: 1000, outputTokens: 200 } }]);
  expect(told).toEqual([
    ['onResponse', 0.004],
    ['preToolCall', undefined],
  ]);
});

test('a cost that nobody knows, that is no number or below zero is left out', async () => {
  const bare = [
    ['onResponse', undefined],
    ['preToolCall', undefined],
  ];
  for (const cost of [undefined, Number.NaN, Number.POSITIVE_INFINITY, -1])
    expect([cost, await spendTold(() => cost)]).toEqual([cost, bare]);
  expect(await spendTold()).toEqual(bare);
});
