import { createHooks, deny, type InventoryComponent } from '@interpose/core';
import { expect, test } from 'vitest';

import { openTestChat } from '../../test/open-test-chat.ts';
import { HostRun } from '../run/host-run.ts';
import { offerTools } from './offer-tools.ts';

interface Tool {
  readonly name: string;
  readonly about?: string;
}

/** Offers tools in steps of one run, under a policy that denies whatever is about a shell. */
async function offering(think?: () => Promise<void>) {
  const hooks = createHooks();
  const dispose = hooks.addHook('onInventoryChange', async ({ component }) => {
    if (component.kind === 'tool') await think?.();
    return component.metadata?.['about'] === 'a shell' ? deny('no shell') : undefined;
  });
  const chat = await openTestChat(hooks);
  const run = new HostRun();
  const shownOf = ({ name, about }: Tool): InventoryComponent => {
    return { kind: 'tool', name, metadata: { about } };
  };
  const step = async (...tools: Tool[]): Promise<readonly string[]> => {
    const left = await offerTools(chat, {
      tools,
      nameOf: ({ name }) => name,
      isHosted: () => false,
      shown: () => [{ kind: 'model', name: 'small' }, ...tools.map(shownOf)],
      run,
    });
    return left.map(({ name }) => name);
  };
  return { step, run, dispose };
}

const shell = { name: 'exec', about: 'a shell' };

test('a tool that a policy denied is left out and counts as absent', async () => {
  const { step, run } = await offering();
  expect(await step(shell, { name: 'search' })).toEqual(['search']);
  expect([...run.memory.absent]).toEqual(['exec']);
});

test('a tool that policies allow after it changed is offered, and absent no more', async () => {
  const { step, run } = await offering();
  await step(shell);
  expect(await step({ name: 'exec', about: 'a calculator' })).toEqual(['exec']);
  expect([...run.memory.absent]).toEqual([]);
});

test('a denied tool stays absent after a step without it, and when the hook is gone', async () => {
  const { step, run, dispose } = await offering();
  await step(shell);
  await step({ name: 'search' });
  expect([...run.memory.absent]).toEqual(['exec']);
  dispose();
  expect(await step(shell, { name: 'search' })).toEqual(['search']);
});

test('a denied tool is left out where a step beside it offers another one of that name', async () => {
  let asked = 0;
  const both = Promise.withResolvers<void>();
  const { step } = await offering(async () => {
    if (++asked === 2) both.resolve();
    await both.promise;
  });
  const steps = [step(shell), step({ name: 'exec', about: 'a calculator' })];
  expect(await Promise.all(steps)).toEqual([[], ['exec']]);
});

test('a run in which nothing was denied remembers nothing', async () => {
  const { step, run } = await offering();
  await step({ name: 'search' });
  expect(run.remembered).toBeUndefined();
});
