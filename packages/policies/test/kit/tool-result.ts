import type { Hooks } from '@interpose/core';
import { toolCycle, type ChatOptions } from '@interpose/core/adapter';

import { openTestChat } from './call-tool.ts';

/** A user. */
export const ada: Pick<ChatOptions, 'user'> = { user: { id: 'ada' } };

/** One call of a tool; of `search`, which gives `fresh`, by default. */
export interface Called {
  readonly args?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly readOnly?: boolean;
  readonly run?: () => unknown;
}

/** Calls a tool in a chat of its own and tells what the caller got: the result, `error`, or the code of the denial. */
export async function result(
  hooks: Hooks,
  { args = {}, name = 'search', readOnly, run = () => 'fresh' }: Called = {},
  options: Partial<ChatOptions> = ada,
): Promise<unknown> {
  const chat = await openTestChat(hooks, options);
  const annotations = readOnly === undefined ? {} : { annotations: { readOnlyHint: readOnly } };
  const ended = await toolCycle(chat, {
    call: { id: 'call_1', name, args },
    tool: { name, origin: 'local', known: true, enabled: true, ...annotations },
    run,
  });
  await hooks.flush();
  if (ended.kind === 'result') return ended.result;
  return ended.kind === 'denied' ? ended.denial.code : ended.kind;
}
