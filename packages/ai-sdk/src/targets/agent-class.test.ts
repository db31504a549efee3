import { createHooks, deny } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { memoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { withHooks } from '../index.ts';

interface Made {
  readonly constructor: MadeBy;
  generate(call: object): Promise<{ readonly text: string }>;
}

type MadeBy = (new (settings: object) => Made) & { readonly prototype: Made };

describe.each(sdkVersions)('the agent class of a hooked module, on ai $version', ({ sdk }) => {
  const settings = (ran: unknown[] = []): object => ({
    model: memoryModel([{ calls: [{ id: 'c1', name: 'refund' }] }, { text: 'Done.' }]).model,
    tools: {
      refund: sdk.tool({ inputSchema: z.object({}), execute: async () => void ran.push('refund') }),
    },
  });
  const denying = () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('no'));
    return withHooks(sdk, hooks);
  };
  const module = denying();
  const classes: readonly unknown[] = [
    module.ToolLoopAgent,
    withHooks(module, createHooks()).ToolLoopAgent,
    sdk.ToolLoopAgent,
  ];
  // The versions of the SDK have different types for agents.
  const [Hooked, Twice, Plain] = classes as readonly [MadeBy, MadeBy, MadeBy];
  class Clerk extends Hooked {}

  test.each<[string, (given: object) => Made]>([
    ['the class of what it made', (given) => new new Hooked(settings()).constructor(given)],
    ['the same in two layers', (given) => new new Twice(settings()).constructor(given)],
    ['the class of its prototype', (given) => new Hooked.prototype.constructor(given)],
    [
      'the class below one that extends it',
      (given) => {
        const below = Object.getPrototypeOf(Clerk.prototype) as Made;
        return new below.constructor(given);
      },
    ],
  ])('makes hooked agents, also as %s', async (_, make) => {
    const ran: unknown[] = [];
    expect((await make(settings(ran)).generate({ prompt: 'Go' })).text).toBe('Done.');
    expect(ran).toEqual([]);
  });

  test('tells its instances as the class of the SDK does', () => {
    const made = [Plain, Hooked, Twice, Clerk].map((each) => new each(settings()));
    const told = [Plain, Hooked, Twice, Clerk].map((each) =>
      made.map((agent) => agent instanceof each),
    );
    const all = [true, true, true, true];
    expect(told).toEqual([all, all, all, [false, false, false, true]]);
    expect(made.map((agent) => agent.constructor)).toEqual([Plain, Hooked, Twice, Clerk]);
    expect(Hooked.name).toBe(Plain.name);
  });
});
