import { AIMessage, AIMessageChunk, HumanMessage } from '@langchain/core/messages';
import { Command, Overwrite } from '@langchain/langgraph';
import { createHooks, deny, mapText, type Hooks } from '@interpose/core';
import { createAgent, createMiddleware } from 'langchain';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

const question = { messages: [new HumanMessage('Go.')] };

type Middleware = ReturnType<typeof createMiddleware>;

async function run(hooks: Hooks | undefined, middleware: Middleware) {
  const model = new PlainModel('Done.');
  const factory = hooks === undefined ? createAgent : withHooks(createAgent, hooks);
  const agent = factory({ model, tools: [], middleware: [middleware] });
  const { messages } = await agent.invoke(question);
  return messages as readonly { readonly text: string }[];
}

const text = 'The code is 4z42.';
const plain = { role: 'assistant', content: text };

/** A middleware that adds something after the model, and one that ends the run before the model. */
const after = (update: unknown): Middleware =>
  createMiddleware({ name: 'says', afterModel: () => update as never });
const before = (messages: unknown): Middleware =>
  createMiddleware({
    name: 'says',
    beforeModel: { hook: () => ({ jumpTo: 'end', messages }) as never, canJumpTo: ['end'] },
  });
const inPlace = (answer: unknown): Middleware =>
  createMiddleware({ name: 'says', wrapModelCall: async () => answer as never });

/** Every form in which LangChain takes a message, and every form of a change of the state. */
const forms: Readonly<Record<string, Middleware>> = {
  'as a plain object': after({ messages: [plain] }),
  'as a plain object that is no list': after({ messages: plain }),
  'as a pair': after({ messages: [['ai', text]] }),
  'as a chunk': after({ messages: [new AIMessageChunk(text)] }),
  'in place of all messages': after({ messages: new Overwrite([new AIMessage(text)]) }),
  'with which it ends the run': after({ type: 'terminate', result: { messages: [plain] } }),
  'as a plain object, before the model': before([plain]),
  'as a pair, before the model': before([['assistant', text]]),
  'in a command': inPlace(new Command({ update: { messages: [new AIMessage(text)] } })),
  'as a plain object in a command': inPlace(new Command({ update: { messages: [plain] } })),
  'in a command as a list of changes': inPlace(new Command({ update: [['messages', [plain]]] })),
};

describe.each(Object.entries(forms))(
  'an answer that a middleware gives %s',
  (_form, middleware) => {
    test('is one of the agent, which hooks may change', async () => {
      const hooks = createHooks();
      hooks.addHook('onAgentResponse', ({ message }) => ({
        message: mapText(message, (said) => said.replace('4z42', '****')),
      }));
      const messages = await run(hooks, middleware);
      expect(JSON.stringify(messages)).not.toContain('4z42');
      expect(JSON.stringify(messages)).toContain('The code is ****.');
    });

    test('is withheld where it is denied', async () => {
      const hooks = createHooks();
      hooks.addHook('onAgentResponse', () => deny('secret'), { name: 'guard' });
      expect(JSON.stringify(await run(hooks, middleware))).not.toContain('4z42');
    });

    test('goes by as it is where hooks say nothing', async () => {
      const hooks = createHooks();
      hooks.addHook('onAgentResponse', () => undefined);
      const texts = (messages: readonly { readonly text: string }[]): string[] =>
        messages.map((message) => message.text);
      expect(texts(await run(hooks, middleware))).toEqual(texts(await run(undefined, middleware)));
    });
  },
);

test('an answer of the model that a middleware puts into a command is judged once', async () => {
  const judged: string[] = [];
  const hooks = createHooks();
  hooks.addHook('onAgentResponse', ({ message }) => void judged.push(JSON.stringify(message)));
  const repeats = createMiddleware({
    name: 'repeats',
    wrapModelCall: async (request, handler) =>
      new Command({ update: { messages: [await handler(request)] } }) as never,
  });
  await run(hooks, repeats);
  expect(judged).toHaveLength(1);
});
