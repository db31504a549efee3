import { shellTool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { createHooks } from '@interpose/core';

import { agentOn, openTool, runner } from '../../test/app.ts';
import { calls, MemoryModel, type Item } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const large = (euros: unknown): boolean => Number(euros) > 10;

/** Returns hooks that add this many euros to every amount. */
function adding(euros: number) {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) => ({
    call: { ...call, args: { euros: Number(call.args['euros']) + euros } },
  }));
  return hooks;
}

function payDesk(paid: unknown[], seen: unknown[]) {
  const pay = openTool('pay', ({ euros }) => paid.push(euros), {
    needsApproval: async (_: unknown, { euros }: { readonly euros: number }) => {
      seen.push(euros);
      return large(euros);
    },
  });
  return agentOn(new MemoryModel([calls('pay', { euros: 5 })], 'Done.'), { tools: [pay] });
}

describe("the app's own approval of a call", () => {
  test('is asked about the arguments that will run, not about those that hooks changed', async () => {
    const paid: unknown[] = [];
    const seen: unknown[] = [];
    const { interruptions } = await runner.run(withHooks(payDesk(paid, seen), adding(45)), 'Pay.');
    expect([interruptions.length, seen, paid]).toEqual([1, [50], []]);
  });

  test('is asked about what the hooks of all registries left, one after the other', async () => {
    const paid: unknown[] = [];
    const seen: unknown[] = [];
    const agent = withHooks(withHooks(payDesk(paid, seen), adding(1)), adding(2));
    const { finalOutput } = await runner.run(agent, 'Pay.');
    expect([finalOutput, seen, paid]).toEqual(['Done.', [8], [8]]);
  });

  test('is given the very arguments of the SDK where no hook changed them', async () => {
    const paid: unknown[] = [];
    const seen: unknown[] = [];
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    await runner.run(withHooks(payDesk(paid, seen), hooks), 'Pay.');
    expect([seen, paid]).toEqual([[5], [5]]);
  });

  test('of a command is asked about the command that will run', async () => {
    const command = {
      type: 'shell_call',
      callId: 'c1',
      action: { commands: ['ls'] },
    } satisfies Item;
    const ran: unknown[] = [];
    const seen: unknown[] = [];
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { commands: ['rm'] } } }));
    const shell = {
      run: async () => ({
        output: [{ stdout: '', stderr: '', outcome: ran.push('ran') as never }],
      }),
    };
    const needsApproval = async (_: unknown, { commands }: { readonly commands: unknown }) => {
      seen.push(commands);
      return true;
    };
    const agent = agentOn(new MemoryModel([command], 'Done.'), {
      tools: [shellTool({ shell, needsApproval })],
    });
    const { interruptions } = await runner.run(withHooks(agent, hooks), 'Go.');
    expect([interruptions.length, seen, ran]).toEqual([1, [['rm']], []]);
  });
});
