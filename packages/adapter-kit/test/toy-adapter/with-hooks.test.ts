import { createHooks } from '@interpose/core';
import { declaredInventory } from '@interpose/core/adapter';
import { expect, test } from 'vitest';

import { scriptedToyModel } from '../toy-harness/scripted-toy-model.ts';
import { ToyAgent } from '../toy-sdk/toy-sdk.ts';
import { inspect, withHooks } from './index.ts';

function agent(): ToyAgent {
  const pay = { name: 'pay', about: 'Pays a bill.', run: () => 'paid' };
  const calls = [{ id: 'call_1', name: 'pay' }];
  const model = scriptedToyModel(
    [
      { kind: 'answer', calls },
      { kind: 'answer', text: ['Done.'] },
    ],
    [],
  );
  return new ToyAgent({ name: 'desk', model, tools: [pay] });
}

function counting() {
  const hooks = createHooks();
  const seen: string[] = [];
  hooks.addHook('preToolCall', ({ call }) => void seen.push(call.name));
  return { hooks, seen };
}

const ask = [{ from: 'user', text: 'Pay the bill.' }] as const;

test('the same hooks twice are hooked once, and other hooks add a layer', async () => {
  const [one, two] = [counting(), counting()];
  const hooked = withHooks(withHooks(withHooks(agent(), one.hooks), one.hooks), two.hooks);
  expect(hooked).toBeInstanceOf(ToyAgent);
  const { answer } = await hooked.run(ask);
  expect(answer.text).toBe('Done.');
  expect([one.seen, two.seen]).toEqual([['pay'], ['pay']]);
});

test('an agent with other settings has the same hooks', async () => {
  const { hooks, seen } = counting();
  await withHooks(agent(), hooks).with({ name: 'other' }).run(ask);
  expect(seen).toEqual(['pay']);
});

test('an agent says what holds on it and what it has', () => {
  const { hooks } = counting();
  const hooked = withHooks(agent(), hooks, { require: 'enforced' });
  expect(inspect(hooked).every(({ status }) => status === 'enforced')).toBe(true);
  expect(declaredInventory(hooked)).toMatchObject({ agent: { id: 'desk', model: 'toy-model' } });
  const components = declaredInventory(hooked)
    ?.components()
    .map(({ kind, name }) => [kind, name]);
  expect(components).toEqual([
    ['model', 'toy-model'],
    ['tool', 'pay'],
  ]);
});

test('anything but an agent is refused, and so is an agent without hooks', () => {
  const { hooks } = counting();
  expect(() => withHooks({}, hooks)).toThrow(/^\[target_unknown\].*pass a ToyAgent$/);
  expect(() => withHooks(agent(), undefined as never)).toThrow(/^\[invalid_option\]/);
});

test.each([
  ['settings', { settings: { temperature: 0 } }, 'The SDK takes no settings.'],
  [
    'a tool without a function',
    { tools: [{ name: 'fly', origin: 'local' }] },
    'The agent has no tool fly.',
  ],
] as const)('a change that the SDK cannot carry out is denied: %s', async (_, change, reason) => {
  const hooks = createHooks();
  hooks.addHook('preRequest', ({ request }) => ({ request: { ...request, ...change } }));
  const denials: unknown[] = [];
  hooks.observe('onDecision', ({ record }) => {
    if (record.decision === 'deny') denials.push([record.codes, record.reason]);
  });
  const { answer } = await withHooks(agent(), hooks).run(ask);
  await hooks.flush();
  expect(answer).toMatchObject({ stop: 'filtered', calls: [] });
  expect(denials).toEqual([
    [expect.arrayContaining(['modify_unsupported']), expect.stringContaining(reason)],
  ]);
});
