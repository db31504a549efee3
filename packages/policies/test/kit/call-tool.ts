import type { Hooks } from '@interpose/core';
import { openChat, toolCycle, type Chat, type ChatOptions } from '@interpose/core/adapter';

/** A chat of no framework. */
export async function openTestChat(
  hooks: Hooks,
  options: Partial<ChatOptions> = {},
): Promise<Chat> {
  return openChat(hooks, {
    host: { framework: 'test', version: '' },
    agent: { id: 'a' },
    ...options,
  });
}

/** Calls a tool and tells how that ended: `result`, `error`, `suspended`, or the code of the denial. */
export async function callTool(
  chat: Chat,
  name = 'search',
  run: () => unknown = () => 'done',
): Promise<string> {
  const ended = await toolCycle(chat, {
    call: { id: 'call_1', name, args: {} },
    tool: { name, origin: 'local', known: true, enabled: true },
    run,
  });
  return ended.kind === 'denied' ? ended.denial.code : ended.kind;
}

/** What became of each of so many runs, one after the other. */
export async function repeat<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < times; n++) all.push(await run());
  return all;
}
