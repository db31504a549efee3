import { offerTools } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { absentComponents } from '../coverage/inventory.ts';
import type { ModelCall, PreparedCall } from './model-call.ts';
import type { Body } from '../translate/native.ts';
import { isHosted } from '../tools/provider-tools.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';

/**
 * The call without the tools that are not on offer: scopes that are gone, components and tools of the provider that a
 * policy denied. Outputs of calls that never reached a tool read as the hooks left them. A body that needs no change
 * stays as it is.
 */
export async function prepareCall(chat: Chat, call: ModelCall, given: Body): Promise<PreparedCall> {
  const { run, dialect } = call;
  const { memory } = run;
  await run.beforeRequest?.(chat);
  const { outputs } = memory;
  const body = outputs.size === 0 ? given : dialect.withOutputs(given, outputs);
  const offered = dialect.offered(body);
  requireEnforced(run, body, offered);
  const tools = await offerTools(chat, {
    tools: offered,
    nameOf: ({ name }) => name,
    isHosted,
    async absent() {
      for (const name of await absentComponents(chat, run, body, offered)) memory.absent.add(name);
      return [...memory.absent];
    },
    asked: () => memory.providerTools,
  });
  if (tools === offered) return { ...call, chat, body, tools, isPrepared: body !== given };
  const natives = tools.map(({ native }) => native);
  return { ...call, chat, body: dialect.offering(body, natives), tools, isPrepared: true };
}
