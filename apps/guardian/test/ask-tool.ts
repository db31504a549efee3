import { guardian } from '@interpose/aos';
import { createHooks, type Dict, type Hooks } from '@interpose/core';

import { TOKEN } from './start-guardian.ts';

/** Hooks of an agent that asks this guardian about tool calls, and waits this long for an answer. */
export function agentHooks(
  url: string,
  token: string = TOKEN,
  name?: string,
  timeoutMs: number = 5000,
): Hooks {
  const agent = name === undefined ? {} : { agent: { name } };
  const options = { url, token, ...agent, timeoutMs, circuit: false, retries: 0 } as const;
  return createHooks({ policies: [guardian({ ...options, events: ['preToolCall'] })] });
}

let calls = 0;

/** Asks about one call of a tool. */
export async function askTool(
  hooks: Hooks,
  args: Dict,
  {
    name = 'refund',
    session = 'thread',
  }: { readonly name?: string; readonly session?: string } = {},
): Promise<Dict> {
  const tool = { name, origin: 'local', known: true, enabled: true } as const;
  const call = { id: `call_${++calls}`, name, args };
  const options = { session: { id: session }, chatId: `chat of ${session}` };
  // A test looks at fields of every verdict alike.
  return (await hooks.dispatch('preToolCall', { call, tool }, options)) as unknown as Dict;
}
