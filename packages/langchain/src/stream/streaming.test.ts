import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { SimpleChatModel } from '@langchain/core/language_models/chat_models';
import { createAgent, modelRetryMiddleware } from 'langchain';
import { deny, mapText } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { calls, hearing, says, scriptedChatModel, spy } from '../../test/scripted-agent.ts';
import { withHooks } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'What is the price?' }] };

/** An agent whose hooks replace a secret in the model's answer. */
async function secretive() {
  const { hooks, heard } = hearing(['onChatStart', 'onChatDone', 'onChatError', 'onChatAbort']);
  hooks.addHook('onResponse', ({ response }) => ({
    response: mapText(response, (text) => text.replace('eighty', '[secret]')),
  }));
  const search = spy('search');
  const { model } = await scriptedChatModel([
    { kind: 'answer', text: ['I look.'], calls: [{ id: '1', name: 'search', args: {} }] },
    says('The margin ', 'is eighty ', 'percent.'),
  ]);
  const agent = withHooks(createAgent, hooks)({ model, tools: [search] });
  return { agent, search, heard };
}

describe('what a hook replaced leaks in no mode of streaming:', () => {
  test.each(['messages', 'values', 'updates', 'debug', 'custom', 'tasks'] as const)(
    'stream mode %s',
    async (streamMode) => {
      const { agent, search, heard } = await secretive();
      const parts: unknown[] = [];
      for await (const part of await agent.stream(question, { streamMode })) parts.push(part);
      const told = JSON.stringify(parts);
      expect(told).not.toContain('eighty');
      expect(told.includes('[secret]')).toBe(streamMode !== 'custom');
      expect(search.runs).toHaveLength(1);
      expect(heard).toEqual(['onChatStart', 'onChatDone']);
    },
  );

  test('streamEvents v2', async () => {
    const { agent, search, heard } = await secretive();
    const events: unknown[] = [];
    for await (const event of agent.streamEvents(question, { version: 'v2' })) events.push(event);
    expect(JSON.stringify(events)).not.toContain('eighty');
    expect(JSON.stringify(events)).toContain('[secret]');
    expect(search.runs).toHaveLength(1);
    expect(heard).toEqual(['onChatStart', 'onChatDone']);
  });

  test('streamEvents v3, whose calls beside text are not lost', async () => {
    const { agent, search, heard } = await secretive();
    const run = await agent.streamEvents(question, { version: 'v3' });
    const events: unknown[] = [];
    for await (const event of run) events.push(event);
    const state = await run.output;
    expect(JSON.stringify(events)).not.toContain('eighty ');
    expect(state.messages.at(-1)?.text).toBe('The margin is [secret] percent.');
    expect(search.runs).toHaveLength(1);
    expect(heard).toEqual(['onChatStart', 'onChatDone']);
  });

  test('a model that tells of its tokens although it was not asked to stream', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('onResponse', () => deny('secret'));
    const tokens: string[] = [];
    const callbacks = [{ handleLLMNewToken: (token: string) => void tokens.push(token) }];
    const answer = await withHooks(new TalkativeModel({}), hooks).invoke('What is it?', {
      callbacks,
    });
    expect(answer.text).toBe('Blocked by policy.');
    expect(tokens).toEqual(['Blocked by policy.']);
  });
});

class TalkativeModel extends SimpleChatModel {
  _llmType() {
    return 'talkative';
  }

  override async _call(
    _messages: unknown,
    _options: unknown,
    runManager?: CallbackManagerForLLMRun,
  ) {
    await runManager?.handleLLMNewToken('eighty');
    return 'eighty';
  }
}

describe('a stream', () => {
  test.each([
    ['denies what was asked', { decision: 'deny', reason: 'no' }, 'Blocked by policy.'],
    ['answers itself', { response: { content: [{ type: 'text', text: 'Later.' }] } }, 'Later.'],
  ] as const)('tells events v2 of the text where a hook %s', async (_, verdict, said) => {
    const { hooks } = hearing([]);
    hooks.addHook('preRequest', () => verdict);
    const { model } = await scriptedChatModel([]);
    const texts: string[] = [];
    const agent = withHooks(createAgent, hooks)({ model, tools: [] });
    for await (const { event, data } of agent.streamEvents(question, { version: 'v2' }))
      if (event === 'on_chat_model_stream') texts.push((data.chunk as { text: string }).text);
    expect(texts.join('')).toBe(said);
  });

  test('gives a supplied answer as a message, in messages and v3', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preRequest', () => ({
      response: { content: [{ type: 'text', text: 'From the cache.' }] },
    }));
    const { model } = await scriptedChatModel([]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [] });
    const texts: string[] = [];
    for await (const [message] of await agent.stream(question, { streamMode: 'messages' }))
      texts.push((message as { text: string }).text);
    expect(texts.join('')).toBe('From the cache.');
  });

  test('of a batch is as many chats as there are inputs', async () => {
    const { hooks, heard } = hearing(['onChatStart', 'onChatDone']);
    const { model } = await scriptedChatModel([says('One.'), says('Two.')]);
    const answers = await withHooks(model, hooks).batch(['1?', '2?']);
    expect(answers.map(({ text }) => text).toSorted()).toEqual(['One.', 'Two.']);
    expect(heard.toSorted()).toEqual(['onChatDone', 'onChatDone', 'onChatStart', 'onChatStart']);
  });
});

describe('middleware of the app', () => {
  test('that retries models sees a denial as an answer, and asks once', async () => {
    const { hooks, heard } = hearing(['preRequest']);
    hooks.addHook('preRequest', () => deny('over budget'));
    const { model } = await scriptedChatModel([]);
    const middleware = [modelRetryMiddleware({ maxRetries: 3, initialDelayMs: 1 })];
    const agent = withHooks(createAgent, hooks)({ model, tools: [], middleware } as never);
    const { messages } = await agent.invoke(question);
    expect(messages.at(-1)?.text).toBe('Blocked by policy.');
    expect(heard).toEqual(['preRequest']);
  });

  test('is not added: a tool that throws still answers the model', async () => {
    const { hooks } = hearing(['preToolCall', 'onToolCallError']);
    const broken = spy('search', () => {
      throw new Error('disk full');
    });
    const { model } = await scriptedChatModel([calls(['search']), says('It is broken.')]);
    const agent = withHooks(createAgent, hooks)({ model, tools: [broken] });
    const { messages } = await agent.invoke(question);
    expect(messages.at(-2)?.text).toBe('Error: disk full\n Please fix your mistakes.');
  });
});
