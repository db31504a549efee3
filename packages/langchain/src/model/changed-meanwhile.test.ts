import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { createAgent, tool } from 'langchain';
import { describe, expect, test } from 'vitest';

// @boundaries-ignore shared by tests only
import { slowHooks } from '../../../testing/test/slow-hooks.ts';
import { callOf } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

const SECRET = 'hunter2';

/** A model that keeps what it was sent, as text. */
class KeepingModel extends BaseChatModel {
  readonly sent: string[] = [];
  readonly messages: BaseMessage[] = [];
  readonly #answers: AIMessage[];

  constructor(...answers: AIMessage[]) {
    super({});
    this.#answers = answers;
  }

  override _llmType(): string {
    return 'keeping';
  }

  override bindTools(): this {
    return this;
  }

  #answer(messages: readonly BaseMessage[], options: object): AIMessage {
    const { tools, stop } = options as { tools?: unknown; stop?: unknown };
    this.messages.push(...messages);
    this.sent.push(JSON.stringify([messages, tools, stop]));
    return this.#answers.shift() ?? new AIMessage('ok');
  }

  override async _generate(messages: BaseMessage[], options: object): Promise<ChatResult> {
    const message = this.#answer(messages, options);
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: object,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text } = this.#answer(messages, options);
    yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) });
  }
}

const weather = {
  type: 'function',
  function: { name: 'weather', description: 'Looks.', parameters: { type: 'object' } },
};

describe.each(['preRequest', 'onUserMessage', 'onSystemMessage'] as const)(
  'what the app changes while %s is decided',
  (event) => {
    test.each([false, true])('is not sent (streamed: %s)', async (isStreamed) => {
      const block = { type: 'text', text: 'hello' };
      const messages = [
        new SystemMessage('Be kind.'),
        new HumanMessage('hi'),
        callOf('weather'),
        new ToolMessage({ content: 'sunny', tool_call_id: 'c1', name: 'weather' }),
        new HumanMessage({ content: [block] }),
      ];
      const tools = [structuredClone(weather)];
      const stop = ['END'];
      const model = new KeepingModel();
      const options = { tools, stop } as object;
      const [system, user, answer] = messages as [BaseMessage, BaseMessage, AIMessage];
      const hooked = withHooks(
        model,
        slowHooks(event, () => {
          system.content = SECRET;
          user.content = SECRET;
          block.text = SECRET;
          answer.tool_calls![0]!.args['city'] = SECRET;
          tools[0]!.function.description = SECRET;
          tools.push({ ...weather, function: { ...weather.function, name: SECRET } });
          stop.push(SECRET);
        }),
      );
      if (isStreamed) for await (const _ of await hooked.stream(messages, options));
      else await hooked.invoke(messages, options);
      expect(model.sent).toHaveLength(1);
      expect(model.sent[0]).not.toContain(SECRET);
      for (const said of ['Be kind.', 'hi', 'hello', 'sunny', 'Looks.', 'END'])
        expect(model.sent[0]).toContain(`"${said}"`);
    });
  },
);

test('the state of an agent is sent as hooks saw it', async () => {
  const message = new HumanMessage('hi');
  const model = new KeepingModel();
  const hooks = slowHooks('preRequest', () => {
    message.content = SECRET;
  });
  const agent = withHooks(createAgent({ model, tools: [] }), hooks);
  await agent.invoke({ messages: [message] });
  expect(model.sent[0]).not.toContain(SECRET);
});

test('a message that nobody changed is sent as the app made it', async () => {
  const [message, changed] = [new HumanMessage('hi'), new HumanMessage('hello')];
  const model = new KeepingModel();
  const hooks = slowHooks('preRequest', () => {
    changed.content = SECRET;
  });
  await withHooks(model, hooks).invoke([message, changed]);
  expect(model.messages[0]).toBe(message);
  expect(model.messages[1]).toMatchObject({ content: 'hello' });
});

test('a result that its tool changes while onToolCallResult is decided reaches the model as hooks saw it', async () => {
  const order = { state: 'paid' };
  const look = tool(() => order, {
    name: 'look',
    description: 'Looks.',
    schema: { type: 'object', properties: {} },
  });
  const model = new KeepingModel(callOf('look'));
  const hooks = slowHooks('onToolCallResult', () => {
    order.state = SECRET;
  });
  const agent = withHooks(createAgent({ model, tools: [look] }), hooks);
  await agent.invoke({ messages: [new HumanMessage('hi')] });
  expect(model.sent[1]).toContain('paid');
  expect(model.sent[1]).not.toContain(SECRET);
});

test.each(['onResponse', 'onAgentResponse'] as const)(
  'an answer that the model changes while %s is decided reaches the app as hooks saw it',
  async (event) => {
    const answer = new AIMessage('fine');
    const hooks = slowHooks(event, () => {
      answer.content = SECRET;
    });
    const hooked = withHooks(new KeepingModel(answer), hooks);
    expect((await hooked.invoke('hi')).text).toBe('fine');
  },
);
