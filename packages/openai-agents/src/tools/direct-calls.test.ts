import { createHooks, deny, type Hooks } from '@interpose/core';
import type { FunctionTool } from '@openai/agents-core';
import { describe, expect, test } from 'vitest';

import { z } from 'zod';

import { calls, MemoryModel } from '../../test/memory-model.ts';
import { sdkVersions } from '../../test/sdk-versions.ts';
import { inspect, withHooks } from '../index.ts';

type Details = Parameters<FunctionTool['invoke']>[2];

describe.each(sdkVersions)('a tool that the app calls by itself, SDK $version', ({ sdk }) => {
  const runner = new sdk.Runner({ tracingDisabled: true });
  const context = new sdk.RunContext();
  const parameters = {
    type: 'object' as const,
    properties: { euros: { type: 'number' } },
    required: ['euros'],
    additionalProperties: false as const,
  };

  /** Makes a tool with a list of its runs. */
  const toolThat = (name: string, act: () => unknown = () => 'paid 4z42', rest: object = {}) => {
    const ran: unknown[] = [];
    const execute = (args: unknown): unknown => (ran.push(args), act());
    const options = { name, description: name, parameters, strict: true, execute, ...rest };
    const made = sdk.tool(options as never) as FunctionTool;
    return Object.assign(made, { ran });
  };
  const agentOn = (tools: FunctionTool[], ...turns: ReturnType<typeof calls>[]) =>
    new sdk.Agent({
      name: 'shop',
      model: new MemoryModel(...turns.map((turn) => [turn]), 'Done.'),
      tools,
    });

  /** Returns hooks, and the calls that they were asked about. */
  const asking = (): { readonly hooks: Hooks; readonly asked: string[] } => {
    const [hooks, asked] = [createHooks(), [] as string[]];
    hooks.addHook(
      'preToolCall',
      ({ call }) => void asked.push(`${call.name} ${String(call.args['euros'])}`),
    );
    return { hooks, asked };
  };

  test('passes its gate, by every name that the app has for it', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    const agent = withHooks(agentOn([refund]), hooks);
    expect(agent.tools[0]).toBe(refund);
    await (agent.tools[0] as FunctionTool).invoke(context, '{"euros":5}');
    await refund.invoke(context, '{"euros":6}');
    await sdk.invokeFunctionTool({ tool: refund, runContext: context, input: '{"euros":7}' });
    expect(asked).toEqual(['refund 5', 'refund 6', 'refund 7']);
    expect(refund.ran).toEqual([{ euros: 5 }, { euros: 6 }, { euros: 7 }]);
    hooks.addHook('preToolCall', () => deny('not now'), { name: 'guard' });
    expect(await refund.invoke(context, '{"euros":8}')).toContain('not now');
    expect(refund.ran).toHaveLength(3);
  });

  test('passes its gate where it got to the agent later, once that was asked for its tools', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    const agent = withHooks(agentOn([]), hooks);
    agent.tools.push(refund);
    await agent.getAllTools(context);
    await refund.invoke(context, '{"euros":5}');
    expect(asked).toEqual(['refund 5']);
  });

  test('passes its gate once inside another tool of a run, as the call of the run does', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    const pay = toolThat('pay', () => refund.invoke(context, '{"euros":6}'));
    const agent = withHooks(agentOn([refund, pay], calls('pay', { euros: 5 })), hooks);
    const { history } = await runner.run(agent, 'Go.');
    expect(asked).toEqual(['pay 5', 'refund 6']);
    expect(JSON.stringify(history)).toContain('paid 4z42');
  });

  test('may be replaced by the app', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    const agent = withHooks(agentOn([refund], calls('refund', { euros: 6 })), hooks);
    refund.invoke = async () => 'another 17';
    expect(await refund.invoke(context, '{"euros":5}')).toBe('another 17');
    const { history } = await runner.run(agent, 'Go.');
    expect(JSON.stringify(history)).toContain('another 17');
    expect(asked).toEqual(['refund 5', 'refund 6']);
  });

  test('is the tool itself in the run of an agent without hooks', async () => {
    const [{ hooks, asked }, seen] = [asking(), [] as unknown[]];
    const needsApproval = async (_context: unknown, args: unknown): Promise<boolean> => {
      seen.push(args);
      return false;
    };
    const coerced = z.object({ euros: z.coerce.number() });
    const make = () => toolThat('refund', undefined, { needsApproval, parameters: coerced });
    const [bare, shared] = [make(), make()];
    withHooks(agentOn([shared]), hooks);
    for (const each of [bare, shared]) {
      await runner.run(agentOn([each], calls('refund', { euros: '5' })), 'Go.');
      expect(each.ran).toEqual([{ euros: 5 }]);
    }
    expect(seen.at(-1)).toEqual(seen[0]);
    expect(asked).toEqual([]);
  });

  test('passes its gate inside the run of an agent without hooks that does not have it', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    withHooks(agentOn([refund]), hooks);
    const pay = toolThat('pay', () => refund.invoke(context, '{"euros":6}'));
    await runner.run(agentOn([pay], calls('pay', { euros: 5 })), 'Go.');
    expect(asked).toEqual(['refund 6']);
    const other = agentOn([refund], calls('refund', { euros: 7 }));
    const first = new sdk.Agent({
      name: 'desk',
      model: new MemoryModel([calls('transfer_to_shop', {})]),
      handoffs: [other],
    });
    await runner.run(first, 'Go.');
    expect(refund.ran).toEqual([{ euros: 6 }, { euros: 7 }]);
    expect(asked).toEqual(['refund 6']);
  });

  test('passes its gate where the app hands on the call that it carries out', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    const agent = withHooks(agentOn([refund]), hooks);
    const toolCall = calls('refund', { euros: 5 });
    const details = { toolCall } as Details;
    await (agent.tools[0] as FunctionTool).invoke(context, '{"euros":5}', details);
    await sdk.invokeFunctionTool({
      tool: refund,
      runContext: context,
      input: '{"euros":6}',
      details: details!,
    });
    expect(asked).toEqual(['refund 5', 'refund 6']);
  });

  test('passes the gates of every agent that has the tool', async () => {
    const [one, two, refund] = [asking(), asking(), toolThat('refund')];
    withHooks(agentOn([refund]), one.hooks);
    const other = withHooks(agentOn([refund]), two.hooks);
    two.hooks.addHook('preToolCall', () => deny('not now'), { name: 'guard' });
    const said = await (other.tools[0] as FunctionTool).invoke(context, '{"euros":5}');
    expect([one.asked, two.asked, refund.ran]).toEqual([['refund 5'], ['refund 5'], []]);
    expect(said).toContain('not now');
  });

  test('passes the gates of its agent inside the run of another', async () => {
    const [one, two, refund] = [asking(), asking(), toolThat('refund')];
    withHooks(agentOn([refund]), two.hooks);
    const pay = toolThat('pay', () => refund.invoke(context, '{"euros":6}'));
    await runner.run(withHooks(agentOn([pay], calls('pay', { euros: 5 })), one.hooks), 'Go.');
    expect([one.asked, two.asked]).toEqual([['pay 5', 'refund 6'], ['refund 6']]);
  });

  test('passes its gate between the tools of a run, in what the app does there', async () => {
    const [{ hooks, asked }, refund] = [asking(), toolThat('refund')];
    hooks.addHook('preToolCall', () => deny('not now'), { name: 'guard' });
    const agent = agentOn([refund], calls('refund', { euros: 6 }));
    agent.instructions = async () => String(await refund.invoke(context, '{"euros":5}'));
    await runner.run(withHooks(agent, hooks), 'Go.');
    expect(asked).toEqual(['refund 5', 'refund 6', 'refund 5']);
    expect(refund.ran).toEqual([]);
  });

  test('is refused where it is frozen and everything has to be enforced', async () => {
    const refund = Object.freeze(toolThat('refund'));
    const agent = agentOn([refund]);
    const path = 'tool that cannot be changed refund';
    expect(inspect(agent)).toContainEqual(expect.objectContaining({ path, status: 'unmediated' }));
    expect(() => withHooks(agent, createHooks(), { require: 'enforced' })).toThrow(
      '[not_enforced]',
    );
    withHooks(agentOn([toolThat('refund')]), createHooks(), { require: 'enforced' });
  });

  test('passes its gate where it is of a class with private fields', async () => {
    const { hooks, asked } = asking();
    class Refund {
      readonly type = 'function';
      readonly name = 'refund';
      readonly #ran: string[] = [];

      async invoke(_context: unknown, input: string): Promise<string> {
        this.#ran.push(input);
        return `${this.#ran.length} paid`;
      }
    }
    const refund = new Refund();
    withHooks(agentOn([refund as never]), hooks);
    expect(await refund.invoke(context, '{"euros":5}')).toBe('1 paid');
    expect(asked).toEqual(['refund 5']);
  });
});
