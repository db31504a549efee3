import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { createHooks, deny, mapText, type Hooks } from '@interpose/core';
import { Command } from '@langchain/langgraph';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { callOf, PlainModel } from '../../test/plain-model.ts';
import { hearing, spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };

type Middleware = ReturnType<typeof createMiddleware>;

/** Runs an agent whose model calls `refund` once, then says "Done.". */
async function run(hooks: Hooks, middleware: Middleware, refund = spy('refund')) {
  const model = new PlainModel(callOf('refund'), 'Done.');
  const agent = withHooks(createAgent, hooks)({ model, tools: [refund], middleware: [middleware] });
  const { messages } = await agent.invoke(question);
  return { messages: messages as readonly { readonly text: string }[], model, refund };
}

/** A middleware that answers tool calls itself, so that the tools do not run. */
function answering(
  answer: (call: { id?: string | undefined; args: unknown }) => unknown,
): Middleware {
  return createMiddleware({
    name: 'answers',
    wrapToolCall: async ({ toolCall }) => answer(toolCall) as ToolMessage,
  });
}

const told = (text: string) =>
  answering(({ id }) => new ToolMessage({ content: text, tool_call_id: id!, name: 'refund' }));

describe('a call that a middleware answers', () => {
  test('passes the gates of a tool, which does not run', async () => {
    const { hooks, heard } = hearing(['preToolCall', 'onToolCallResult']);
    const { refund } = await run(hooks, told('It was paid.'));
    expect([refund.runs, heard]).toEqual([[], ['preToolCall', 'onToolCallResult']]);
  });

  test.each(['preToolCall', 'onToolCallResult'] as const)(
    'is withheld where %s denies it',
    async (event) => {
      const hooks = createHooks();
      hooks.addHook(event, () => deny('no refunds'), { name: 'guard' });
      const { messages } = await run(hooks, told('The code is 4z42.'));
      expect(JSON.stringify(messages)).not.toContain('4z42');
      expect(JSON.stringify(messages)).toContain('no refunds');
    },
  );

  test('is changed where a hook changes it, also within a command', async () => {
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => ({ result: 'It is hidden.' }));
    const command = answering(({ id }) => {
      const message = new ToolMessage({ content: 'The code is 4z42.', tool_call_id: id! });
      return new Command({ update: { messages: [message] } });
    });
    for (const middleware of [told('The code is 4z42.'), command]) {
      const { messages } = await run(hooks, middleware);
      expect(JSON.stringify(messages)).not.toContain('4z42');
      expect(JSON.stringify(messages)).toContain('It is hidden.');
    }
  });

  test('is asked for anew with the arguments that a hook changed', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { euros: 1 } } }));
    const echo = answering(
      ({ id, args }) => new ToolMessage({ content: JSON.stringify(args), tool_call_id: id! }),
    );
    const { messages } = await run(hooks, echo);
    expect(messages.map(({ text }) => text)).toContain('{"euros":1}');
  });

  test('is asked for anew where a hook wants another', async () => {
    const hooks = createHooks({ retries: 1 });
    hooks.addHook('onToolCallResult', ({ attempt }) =>
      attempt === 1 ? { decision: 'retry' as const } : undefined,
    );
    let asked = 0;
    const counts = answering(
      ({ id }) => new ToolMessage({ content: `answer ${++asked}`, tool_call_id: id! }),
    );
    const { messages } = await run(hooks, counts);
    expect(messages.map(({ text }) => text)).toContain('answer 2');
  });

  test('is gated for a middleware of a class with fields of its own', async () => {
    class Emulator {
      readonly name = 'Emulator';
      #asked = 0;
      wrapToolCall({ toolCall }: { toolCall: { id?: string } }): ToolMessage {
        const content = `The code is 4z42, told ${++this.#asked} times.`;
        return new ToolMessage({ content, tool_call_id: toolCall.id! });
      }
    }
    const hooks = createHooks();
    hooks.addHook('onToolCallResult', () => deny('no codes'), { name: 'guard' });
    const { messages } = await run(hooks, new Emulator() as never);
    expect(JSON.stringify(messages)).not.toContain('4z42');
  });

  test('is asked about once where the middleware lets the tool run', async () => {
    const { hooks, heard } = hearing(['preToolCall', 'onToolCallResult']);
    const passes = createMiddleware({
      name: 'passes',
      wrapToolCall: async (request, handler) => {
        const answer = (await handler(request)) as ToolMessage;
        return new ToolMessage({ content: `${answer.text}!`, tool_call_id: answer.tool_call_id });
      },
    });
    const { refund } = await run(hooks, passes);
    expect([refund.runs.length, heard]).toEqual([1, ['preToolCall', 'onToolCallResult']]);
  });
});

const ends = (answer: string) => ({ messages: [new AIMessage(answer)], jumpTo: 'end' as const });

const says: Readonly<Record<string, (answer: string) => Middleware>> = {
  'beforeModel, and ends': (answer) =>
    createMiddleware({
      name: 'says',
      beforeModel: { hook: () => ends(answer), canJumpTo: ['end'] },
    }),
  'beforeAgent, and ends': (answer) =>
    createMiddleware({
      name: 'says',
      beforeAgent: { hook: () => ends(answer), canJumpTo: ['end'] },
    }),
  'afterModel, in place of the model': (answer) =>
    createMiddleware({
      name: 'says',
      afterModel: ({ messages }) => {
        const { id } = (messages as readonly { id?: string }[]).at(-1)!;
        return { messages: [new AIMessage({ content: answer, ...(id && { id }) })] };
      },
    }),
  'afterAgent, at last': (answer) =>
    createMiddleware({
      name: 'says',
      afterAgent: () => ({ messages: [new AIMessage(answer)] }),
    }),
};

describe.each(Object.entries(says))('an answer that a middleware gives in %s', (_way, make) => {
  test('is one of the agent, which hooks may change', async () => {
    const { hooks, heard } = hearing(['onAgentResponse']);
    hooks.addHook('onAgentResponse', ({ message }) => ({
      message: mapText(message, (text) => text.replace('4z42', '****')),
    }));
    const { messages } = await run(hooks, make('The code is 4z42.'));
    expect(messages.at(-1)?.text).toBe('The code is ****.');
    expect(heard).toContain('onAgentResponse');
  });

  test('is withheld where it is denied', async () => {
    const hooks = createHooks();
    hooks.addHook('onAgentResponse', () => deny('secret'), { name: 'guard' });
    const { messages } = await run(hooks, make('The code is 4z42.'));
    expect(JSON.stringify(messages)).not.toContain('4z42');
  });

  test('goes by as it is where hooks say nothing', async () => {
    const { hooks } = hearing(['onAgentResponse']);
    const { messages } = await run(hooks, make('The code is 4z42.'));
    expect(messages.at(-1)?.text).toBe('The code is 4z42.');
  });
});
