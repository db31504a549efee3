import type { ChatOpenAI } from '@langchain/openai';
import { createHooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';

import { says, scriptedChatModel } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

type Hook = <T extends object>(target: T) => T;

const asked = { messages: ['Go.'] };

const WAYS: Readonly<Record<string, (hook: Hook, model: ChatOpenAI) => Promise<unknown>>> = {
  'a model': (hook, model) => hook(model).invoke('Go.'),
  'a factory': (hook, model) => hook(createAgent)({ model, tools: [] }).invoke(asked),
  'an agent': (hook, model) => hook(createAgent({ model, tools: [] })).invoke(asked),
};

test.each(Object.entries(WAYS))(
  '%s that was hooked before is enforced as soon as somebody asks for it',
  async (_what, call) => {
    const hooks = createHooks();
    const modelKwargs = { prompt: { id: 'p1' } };
    const { model } = await scriptedChatModel([says('1.')], { modelKwargs });
    const hook: Hook = (target) => {
      const first = withHooks(target as never, hooks);
      const enforced = withHooks(first, hooks, { require: 'enforced' });
      expect(withHooks(enforced, hooks, { require: 'enforced' })).toBe(enforced);
      return enforced;
    };
    await expect(call(hook, model)).rejects.toThrow('[not_enforced]');
  },
);
