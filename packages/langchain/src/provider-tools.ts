import type { MaybePromise, Tool, ToolCall } from '@interpose/core';
import { gateToolCall, type Chat } from '@interpose/core/adapter';
import type { ModelCall } from './model-call.ts';
import { readOffer } from './tool-offer.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export function deniedProviderTools(
  { run }: ModelCall,
  tools: readonly unknown[],
): MaybePromise<readonly string[]> {
  const offered = tools.map(readOffer).filter(({ isFunction }) => !isFunction);
  return offered.length > 0 && run.chat.intercepts('preToolCall')
    ? deniedAmong(
        run.chat,
        run.notes.providerTools,
        offered.map(({ name }) => name),
      )
    : NOBODY;
}

const NOBODY: readonly string[] = [];

async function deniedAmong(
  chat: Chat,
  known: Map<string, boolean>,
  offered: readonly string[],
): Promise<readonly string[]> {
  const denied: string[] = [];
  for (const name of offered) {
    let allowed = known.get(name);
    if (allowed === undefined) known.set(name, (allowed = await isAllowed(chat, name)));
    if (!allowed) denied.push(name);
  }
  return denied;
}

async function isAllowed(chat: Chat, name: string): Promise<boolean> {
  const call: ToolCall = { id: `offer-${name}`, name, args: {} };
  const verdict = await gateToolCall(chat, { call, tool: providerTool(name, chat), run: neverRun });
  return verdict.kind === 'run' && verdict.call === call;
}

function neverRun(): never {
  throw new TypeError('a tool of the provider was run by the app');
}

function providerTool(name: string, chat: Chat): Tool {
  const scope = chat.hooks.scopes.scopeOf(name);
  return {
    name,
    origin: 'provider',
    known: true,
    enabled: chat.hooks.scopes.isEnabled(name),
    ...(scope === undefined ? undefined : { scope }),
  };
}
