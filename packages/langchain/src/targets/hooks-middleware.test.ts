import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { deny, mapText } from '@interpose/core';
import { describe, expect, test } from 'vitest';
import { calls, hearing, says, scriptedChatModel, spy } from '../../test/scripted-agent.ts';
import { hooksMiddleware } from '../index.ts';

const question = { messages: [{ role: 'user', content: 'Pay them.' }] };

describe('hooksMiddleware', () => {
  test('gates models and tools of an agent that nobody wrapped', async () => {
    const { hooks, heard } = hearing(['preRequest', 'preToolCall', 'onAgentResponse']);
    hooks.addHook('preToolCall', () => deny('no refunds'), { tool: 'refund', name: 'guard' });
    const [refund, search] = [spy('refund'), spy('search')];
    const { model } = await scriptedChatModel([calls(['refund'], ['search']), says('Done.')]);
    const middleware = [hooksMiddleware(hooks)];
    const agent = createAgent({ model, tools: [refund, search], middleware });
    const { messages } = await agent.invoke(question);
    expect(messages.map(({ text }) => text).slice(2)).toEqual([
      'Blocked by guard: no refunds',
      'search done',
      'Done.',
    ]);
    expect([refund.runs.length, search.runs.length]).toEqual([0, 1]);
    expect(heard).toEqual([
      'preRequest',
      'preToolCall',
      'preToolCall',
      'preRequest',
      'onAgentResponse',
    ]);
  });

  test('keeps what it changed of a message from every later model call, also without a thread', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('onUserMessage', ({ message }) => ({
      message: mapText(message, () => 'Pay somebody.'),
    }));
    const { model, requests } = await scriptedChatModel([calls(['search']), says('Done.')]);
    const agent = createAgent({
      model,
      tools: [spy('search')],
      middleware: [hooksMiddleware(hooks)],
    });
    await agent.invoke(question);
    expect(requests()).toHaveLength(2);
    expect(JSON.stringify(requests())).not.toContain('Pay them.');
  });

  test('replaces what leaves in streamed messages, and restores the errors of tools', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('onResponse', ({ response }) => ({
      response: mapText(response, (text) => text.replace('eighty', '[secret]')),
    }));
    const broken = spy('search', () => {
      throw new Error('disk full');
    });
    const { model } = await scriptedChatModel([calls(['search']), says('It is eighty.')]);
    const agent = createAgent({
      model,
      tools: [broken],
      middleware: [hooksMiddleware(hooks)],
    });
    const parts: unknown[] = [];
    for await (const part of await agent.stream(question, { streamMode: ['messages', 'values'] }))
      parts.push(part);
    const told = JSON.stringify(parts);
    expect(told).not.toContain('eighty');
    expect(told).toContain('Error: disk full\\n Please fix your mistakes.');
  });

  test('asks a person by an interrupt, and takes no answer that does not name it', async () => {
    const { hooks } = hearing([]);
    hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'who says so?' }));
    const rm = spy('rm');
    const { model } = await scriptedChatModel([
      calls(['rm', { a: 1 }], ['rm', { a: 2 }]),
      says('Done.'),
    ]);
    const agent = createAgent({
      model,
      tools: [rm],
      middleware: [hooksMiddleware(hooks)],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: 'by-middleware' } };
    // The type of the state does not have the interrupts.
    const state = (await agent.invoke(question, config)) as unknown as {
      __interrupt__: readonly { readonly id: string }[];
    };
    const approve = { decisions: [{ type: 'approve' }] };
    await expect(agent.invoke(new Command({ resume: approve }), config)).rejects.toThrow(
      '[resume_ambiguous]',
    );
    expect(rm.runs).toEqual([]);
    const [first, second] = state['__interrupt__'];
    const resume = { [first!.id]: approve, [second!.id]: { decisions: [{ type: 'reject' }] } };
    await agent.invoke(new Command({ resume }), config);
    expect(rm.runs).toHaveLength(1);
  });
});
