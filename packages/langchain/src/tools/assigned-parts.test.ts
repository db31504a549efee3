import { ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { createHooks, deny } from '@interpose/core';
import { createAgent, createMiddleware, FakeToolCallingModel, tool } from 'langchain';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { hearing } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

type Part = (...given: readonly unknown[]) => unknown;

const schema = z.object({ order: z.string() });
const args = { order: 'A-7' };
const input = { messages: [{ role: 'user', content: 'Go.' }] };

function refunding() {
  const paid: unknown[] = [];
  const pay = ({ order }: { readonly order: string }) => paid.push(order);
  return { paid, refund: tool(pay, { name: 'refund', description: 'Pays.', schema }) };
}

function guarded() {
  const hooks = createHooks();
  hooks.addHook('preToolCall', ({ call }) =>
    call.name === 'refund' ? deny('no refunds') : undefined,
  );
  return hooks;
}

function modelThatCalls(name: string) {
  return new FakeToolCallingModel({ toolCalls: [[{ name, args, id: 'c1' }], []] });
}

function funcOf(refund: object): Promise<unknown> {
  return Reflect.apply(Reflect.get(refund, 'func') as Part, refund, [args]) as Promise<unknown>;
}

describe.each(['func', '_call', 'call', 'invoke'])('%s of a hooked tool', (part) => {
  test.each(['an agent has', 'is hooked by itself'])(
    'asks the hooks also where the app assigns another to a tool that %s',
    async (way) => {
      const { refund } = refunding();
      const paid: unknown[] = [];
      const hooks = guarded();
      const given = way === 'an agent has' ? refund : withHooks(refund, hooks);
      const agent = withHooks(
        createAgent,
        hooks,
      )({
        model: modelThatCalls('refund'),
        tools: [given],
      });
      Reflect.set(refund, part, async () => paid.push('A-7'));
      const state = await agent.invoke(input);
      expect(paid).toEqual([]);
      expect(JSON.stringify(state)).toContain('no refunds');
    },
  );
});

test.each(['func', '_call'])(
  'a tool whose %s the app wraps later is asked about once',
  async (part) => {
    const { hooks, heard } = hearing(['preToolCall']);
    const { refund, paid } = refunding();
    const agent = withHooks(
      createAgent,
      hooks,
    )({ model: modelThatCalls('refund'), tools: [refund] });
    const own = Reflect.get(refund, part) as Part;
    Reflect.set(refund, part, (...given: readonly unknown[]) => Reflect.apply(own, refund, given));
    await agent.invoke(input);
    expect([paid, heard]).toEqual([['A-7'], ['preToolCall']]);
  },
);

test('a tool that has both an invoke of its own and a function is asked about once', async () => {
  class Refund extends DynamicStructuredTool {
    override async invoke(given: unknown, config?: unknown): Promise<never> {
      return (await super.invoke(given as never, config as never)) as never;
    }
  }
  const { hooks, heard } = hearing(['preToolCall']);
  const paid: unknown[] = [];
  const func = async () => paid.push('A-7');
  const refund = new Refund({ name: 'refund', description: 'Pays.', schema, func });
  await withHooks(
    createAgent,
    hooks,
  )({ model: modelThatCalls('refund'), tools: [refund] }).invoke(input);
  expect([paid, heard]).toEqual([['A-7'], ['preToolCall']]);
});

test('the function of a tool of the run asks the hooks where another tool calls it', async () => {
  const { refund, paid } = refunding();
  let said: unknown;
  const desk = tool(async () => (said = await funcOf(refund).catch(String)), {
    name: 'desk',
    description: 'Helps.',
    schema,
  });
  const tools = [desk, refund];
  await withHooks(createAgent, guarded())({ model: modelThatCalls('desk'), tools }).invoke(input);
  expect(paid).toEqual([]);
  expect(said).toContain('no refunds');
});

test('the function of a tool asks the hooks where a middleware calls it in place of the tool', async () => {
  const { refund, paid } = refunding();
  const direct = createMiddleware({
    name: 'direct',
    wrapToolCall: async ({ tool: called, toolCall }) => {
      const content = String(await funcOf(called as object).catch(String));
      return new ToolMessage({ content, tool_call_id: toolCall.id ?? '' });
    },
  });
  const state = await withHooks(
    createAgent,
    guarded(),
  )({
    model: modelThatCalls('refund'),
    tools: [refund],
    middleware: [direct],
  }).invoke(input);
  expect(paid).toEqual([]);
  expect(JSON.stringify(state)).toContain('no refunds');
});

test('the function of a hooked tool is as ever outside of hooked runs', () => {
  const refund = new DynamicStructuredTool({
    name: 'refund',
    description: 'Pays.',
    schema,
    // A function that returns a value without a promise must still do so.
    func: (() => 'paid') as never,
  });
  withHooks(refund, guarded());
  expect(funcOf(refund)).toBe('paid');
});
