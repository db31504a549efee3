import { createHooks } from '@interpose/core';
import * as ai from 'ai';
import { expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const providerOptions = { anthropic: { mcpServers: [{ name: 'shop' }] } };
type Generate = (call: object) => PromiseLike<unknown>;

/** Hooks a target without enforcement, then with it, and makes a call that cannot be enforced. */
const WAYS: Readonly<Record<string, (hook: <T>(target: T) => T) => PromiseLike<unknown>>> = {
  'a model': (hook) => hook(memoryModel([]).model).doGenerate({ prompt: [], providerOptions }),
  'the module': (hook) => {
    const { generateText } = hook(ai) as { generateText: Generate };
    return generateText({ model: memoryModel([]).model, prompt: 'Hi', providerOptions });
  },
  'an agent': (hook) => {
    const settings = { model: memoryModel([]).model as never, providerOptions } as never;
    return hook(new ai.ToolLoopAgent(settings)).generate({ prompt: 'Hi' });
  },
};

test.each(Object.entries(WAYS))(
  '%s that was hooked before is enforced as soon as somebody asks for it',
  async (_what, call) => {
    const hooks = createHooks();
    const hook = <T>(target: T): T => {
      const first = withHooks(target as never, hooks);
      const enforced = withHooks(first, hooks, { require: 'enforced' });
      expect(withHooks(enforced, hooks, { require: 'enforced' })).toBe(enforced);
      return enforced;
    };
    await expect(call(hook)).rejects.toThrow('[not_enforced]');
  },
);

test('what was asked for before holds then as well', async () => {
  const hooks = createHooks();
  const sessions: unknown[] = [];
  hooks.addHook('preRequest', ({ session }) => void sessions.push(session.id));
  const first = withHooks(ai, hooks, { session: { id: 's1' } });
  const { generateText } = withHooks(first, hooks, { require: 'enforced' });
  const { model } = memoryModel([{ text: 'Hello.' }]);
  await generateText({ model: model as never, prompt: 'Hi' });
  expect(sessions).toEqual(['s1']);
});
