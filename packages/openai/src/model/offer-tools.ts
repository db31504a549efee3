import type { Chat } from '@interpose/core/adapter';
import { absentTools } from '../coverage/inventory.ts';
import type { ModelCall } from './model-call.ts';
import type { Body } from '../translate/native.ts';
import { deniedProviderTools, isHosted } from '../tools/provider-tools.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';

/**
 * The body without the tools that are not on offer: scopes that are gone, components and tools of the provider that a
 * policy denied.
 * Outputs of calls that never reached a tool read as the hooks left them. A body that needs no change comes back as it is.
 */
export async function offerTools(chat: Chat, call: ModelCall, given: Body): Promise<Body> {
  const { run, dialect } = call;
  await run.notes.beforeRequest?.(chat);
  const { outputs } = run.notes;
  const body = outputs.size === 0 ? given : dialect.withOutputs(given, outputs);
  const offered = dialect.offered(body);
  requireEnforced(run, offered);
  for (const name of await absentTools(chat, run, body, offered)) run.notes.absent.add(name);
  const present = offered.filter(
    ({ name }) => chat.hooks.scopes.isEnabled(name) && !run.notes.absent.has(name),
  );
  const denied = await deniedProviderTools(chat, run, present);
  const kept = present.filter((tool) => !isHosted(tool) || !denied.includes(tool.name));
  if (kept.length === offered.length) return body;
  return dialect.offering(
    body,
    kept.map(({ native }) => native),
  );
}
