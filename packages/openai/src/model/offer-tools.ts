import { offerTools } from '@interpose/adapter-kit';
import type { Chat } from '@interpose/core/adapter';
import { absentComponents } from '../coverage/inventory.ts';
import type { ModelCall } from './model-call.ts';
import type { Body } from '../translate/native.ts';
import { isHosted } from '../tools/provider-tools.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';

/**
 * The body without the tools that are not on offer: scopes that are gone, components and tools of the provider that a
 * policy denied.
 * Outputs of calls that never reached a tool read as the hooks left them. A body that needs no change comes back as it is.
 */
export async function prepareBody(chat: Chat, call: ModelCall, given: Body): Promise<Body> {
  const { run, dialect } = call;
  const { notes } = run;
  await notes.beforeRequest?.(chat);
  const { outputs } = notes;
  const body = outputs.size === 0 ? given : dialect.withOutputs(given, outputs);
  const tools = dialect.offered(body);
  requireEnforced(run, body, tools);
  const kept = await offerTools(chat, {
    tools,
    nameOf: ({ name }) => name,
    isHosted,
    async absent() {
      for (const name of await absentComponents(chat, run, body, tools)) notes.absent.add(name);
      return [...notes.absent];
    },
    asked: () => notes.providerTools,
  });
  if (kept === tools) return body;
  return dialect.offering(
    body,
    kept.map(({ native }) => native),
  );
}
