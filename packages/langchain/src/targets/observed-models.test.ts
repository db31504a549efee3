import { HumanMessage } from '@langchain/core/messages';
import type { Hooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { graphOf } from '../../test/graph-of.ts';
import { PlainModel } from '../../test/plain-model.ts';
import { hearing, judging } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

/** Asks a compiled graph whose model no hook can see. Returns how it ended and what was reported. */
async function ask(hooks: Hooks): Promise<readonly [string, unknown[]]> {
  const told: unknown[] = [];
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  const graph = graphOf(() => new PlainModel('Hi.').invoke('x'));
  const hooked = withHooks(graph, hooks);
  const end = await hooked.invoke({ messages: [new HumanMessage('Go.')] }).then(
    () => 'answered',
    (error: Error) => error.message.slice(0, 16),
  );
  return [end, told];
}

const events = ['preRequest', 'onInventoryChange'] as const;

test.each(events)(
  'a model that no hook can see is refused by hooks that judge at %s',
  async (event) => {
    expect(await ask(judging(event))).toEqual(['[model_unhooked]', []]);
  },
);

test.each(events)('it is reported, and not refused, where hooks only observe %s', async (event) => {
  expect(await ask(hearing([event]).hooks)).toEqual(['answered', ['unmediated_call']]);
});
