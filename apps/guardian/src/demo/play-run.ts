import type { Dict, Hooks, Tool } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { joinChat } from '@interpose/core/remote';

import type { RecordedMessage, RecordedRun } from './recorded-run.ts';

/** Asks the guardian about every step of a run, as the agent did. */
export async function playRun(
  hooks: Hooks,
  { agent, session, user, messages }: RecordedRun,
): Promise<void> {
  const chat = joinChat(hooks, {
    chatId: `${session}-1`,
    session: { id: session },
    agent: { id: agent.toLowerCase().replaceAll(' ', '-'), name: agent, version: '1.0.0' },
    user: { id: user },
    host: { framework: 'recorded', version: '1.0.0' },
  });
  const calls = new Map<string, RecordedMessage['calls'][number]>();
  for (const message of messages) await playMessage(chat, message, calls);
}

async function playMessage(
  chat: Chat,
  { role, content, calls, answers, error }: RecordedMessage,
  known: Map<string, RecordedMessage['calls'][number]>,
): Promise<void> {
  for (const call of calls) {
    known.set(call.id, call);
    await chat.dispatch('preToolCall', { call, tool: toolOf(call.name) });
  }
  const call = answers === undefined ? undefined : known.get(answers);
  if (role === 'tool' && call !== undefined) {
    const ending = { call, originalCall: call, tool: toolOf(call.name), durationMs: 20 };
    if (error === undefined)
      await chat.dispatch('onToolCallResult', { ...ending, result: content, synthetic: false });
    else {
      const failed = { error: { message: error }, cause: 'threw', synthetic: false } as const;
      await chat.dispatch('onToolCallError', { ...ending, ...failed });
    }
  }
  const text = [{ type: 'text', text: content } as const];
  if (role === 'user')
    await chat.dispatch('onUserMessage', { message: { role: 'user', content: text } });
  if (role === 'assistant' && content !== '')
    await chat.dispatch('onAgentResponse', {
      message: { role: 'assistant', content: text },
      synthetic: false,
    });
}

function toolOf(name: string): Tool {
  return { name, origin: 'local', known: true, enabled: true };
}

/** Returns arguments for a refund of the scripted agent. */
export function refundArgs(count: number): Dict {
  return {
    id: `A-${1000 + count}`,
    cents: 12_500 + ((count * 3700) % 90_000),
    reason: 'The parcel came late and broken.',
  };
}
