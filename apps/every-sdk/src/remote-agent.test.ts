import { AgentCard, Message, SendMessageRequest, type Task } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  type AgentExecutor,
} from '@a2a-js/sdk/server';
import { withHooks } from '@interpose/a2a';
import { createHooks, deny, type Hooks } from '@interpose/core';
import { callTools, say, scriptedModel, type ScriptedModel } from '@interpose/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { agents } from './agents/agents.ts';
import { openShop, type Shop } from './shop.ts';

const url = 'http://warehouse.example/a2a';
const card = AgentCard.fromJSON({
  name: 'Warehouse',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
});

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});

afterAll(() => server.close());

/** A shop that asks another agent for its orders, over A2A. */
async function shopWithWarehouse(hooks: Hooks, asked: string[]): Promise<Shop> {
  const executor: AgentExecutor = {
    async execute({ contextId, userMessage }, bus) {
      asked.push(textOf(userMessage));
      const parts = [{ text: 'on shelf 7' }];
      const answer = { messageId: 'm-2', contextId, role: 'ROLE_AGENT', parts };
      bus.publish(AgentEvent.message(Message.fromJSON(answer)));
      bus.finished();
    },
    cancelTask: () => Promise.resolve(),
  };
  const warehouse = new JsonRpcTransportHandler(
    new DefaultRequestHandler(card, new InMemoryTaskStore(), executor),
  );
  const fetchImpl: typeof fetch = async (_url, options) =>
    Response.json(await warehouse.handle(options?.body as string, new ServerCallContext()));
  const transports = [new JsonRpcTransportFactory({ fetchImpl })];
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports }),
  );
  const client = await withHooks(factory, hooks).createFromAgentCard(card);
  return {
    ...openShop(),
    findOrder: async (id) => {
      const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: `where is ${id}?` }] };
      const sent = client.sendMessage(SendMessageRequest.fromJSON({ message }));
      // Some SDKs keep from the model what a tool throws.
      return sent.then(textOf, (error: Error) => error.message);
    },
  };
}

function textOf(answer: Message | Task): string {
  return 'parts' in answer ? String(answer.parts[0]?.content?.value) : '';
}

describe.each([...agents])(
  'a tool of the agent of %s that asks another agent',
  (_sdk, askAgent) => {
    const script = [callTools({ name: 'find_order', args: { id: 'A-7' } }), say('Found.')];

    test('does so in its own chat and session', async () => {
      const hooks = createHooks();
      const seen: string[] = [];
      for (const event of ['preToolCall', 'preDelegate', 'preA2aMessage', 'onA2aMessage'] as const)
        hooks.addHook(
          event,
          (ctx) => void seen.push(`${ctx.event} ${ctx.chatId} ${ctx.session.id}`),
        );
      const asked: string[] = [];
      const shop = await shopWithWarehouse(hooks, asked);
      const chat = server.chat(script);
      await askAgent('Where is it?', { baseURL: chat.baseURL, hooks, shop });
      await hooks.close();
      const place = seen[0]?.split(' ').slice(1).join(' ');
      expect(seen).toEqual(
        ['preToolCall', 'preDelegate', 'preA2aMessage', 'onA2aMessage'].map(
          (event) => `${event} ${place}`,
        ),
      );
      expect(asked).toEqual(['where is A-7?']);
      expect(JSON.stringify(chat.requests)).toContain('on shelf 7');
    });

    test('reads why it may not, and the other agent hears nothing', async () => {
      const hooks = createHooks();
      hooks.addHook('preDelegate', ({ task }) => (task.to === url ? deny('closed') : undefined), {
        name: 'home',
      });
      const asked: string[] = [];
      const shop = await shopWithWarehouse(hooks, asked);
      const chat = server.chat(script);
      await askAgent('Where is it?', { baseURL: chat.baseURL, hooks, shop });
      await hooks.close();
      expect(asked).toEqual([]);
      expect(JSON.stringify(chat.requests)).toContain('Blocked by home: closed');
    });
  },
);
