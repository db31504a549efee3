import { createHooks, type Policy } from '@interpose/core';
import { expect, test } from 'vitest';

import { opaModule } from '../../test/opa-module.ts';
import { opa } from '../opa/index.ts';
import { rules } from './index.ts';

interface Basket {
  readonly items: string[];
}

/** Runs two equal calls; each step adds an item to what it got, as a tool does that works on its arguments. */
async function bothBaskets(policy: Policy): Promise<unknown> {
  const hooks = createHooks({ policies: [policy] });
  const baskets: unknown[] = [];
  for (const id of ['first', 'second'])
    await hooks.inSession({ id }, async () => {
      const done = await hooks.step(
        'preToolCall',
        {
          call: { id: 'c', name: 'order', args: {} },
          tool: { name: 'order', origin: 'local', known: true, enabled: true },
        },
        (call) => call.args['basket'],
      );
      const basket = (done as { readonly output: Basket }).output;
      baskets.push([...basket.items]);
      basket.items.push(`of ${id}`);
    });
  return baskets;
}

const call = { id: 'c', name: 'order', args: { basket: { items: ['bread'] } } };
const same = [['bread'], ['bread']];

test('what one step does to a value that a rule sets does not reach the next', async () => {
  const set = { set: 'call.args.basket', to: { items: ['bread'] } };
  const policy = rules({
    default: 'allow',
    rules: [{ on: 'preToolCall', decision: 'modify', changes: [set] }],
  });
  expect(await bothBaskets(policy)).toEqual(same);
});

test('what one step does to an outcome of a rule does not reach the next', async () => {
  const outcome = { result: call.args.basket };
  const policy = rules({
    default: 'allow',
    rules: [{ on: 'preToolCall', decision: 'respond', outcome }],
  });
  expect(await bothBaskets(policy)).toEqual(same);
});

test.each([
  ['value', { decision: 'modify', value: call }],
  ['outcome', { decision: 'respond', outcome: { result: call.args.basket } }],
])('what one step does to a remembered %s of Rego does not reach the next', async (_, result) => {
  const wasm = await opaModule({ cases: [{ holds: 'order', result }] });
  expect(await bothBaskets(await opa({ wasm }))).toEqual(same);
});
