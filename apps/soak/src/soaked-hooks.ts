import { AsyncLocalStorage } from 'node:async_hooks';

import { createHooks, deny, type Hooks } from '@interpose/core';
import { limitRate } from '@interpose/policies/limit-rate';
import { limitSpend } from '@interpose/policies/limit-spend';
import { redactPersonal } from '@interpose/policies/redact-personal';
import { stopLoops } from '@interpose/policies/stop-loops';

import type { FaultyStore } from './faulty-stores.ts';
import { DENIED_TOOL } from './make-app.ts';

/** The app that the current chat belongs to. */
export const program: AsyncLocalStorage<string> = new AsyncLocalStorage();

/** A registry that lives through the whole soak, with its observations of chats. */
export interface SoakedHooks {
  readonly hooks: Hooks;
  /** Chats that started and have not ended, by id. */
  readonly open: Map<string, string>;
  readonly endings: Record<string, number>;
  /** Chats that ended twice, or ended without a start. */
  readonly wrong: string[];
  readonly denied: () => number;
}

/** Makes a registry with the policies of an app, on a store that sometimes fails. */
export function soakedHooks({ kind, store }: FaultyStore): SoakedHooks {
  const endings: Record<string, number> = {};
  const open = new Map<string, string>();
  const wrong: string[] = [];
  let denied = 0;
  const hooks = createHooks({
    store,
    // The default of a thousand calls per session would still be filling after an hour and look like a leak.
    historyLimit: 20,
    policies: [
      limitRate({ name: kind, limit: 1e9, windowMs: 2000, store }),
      limitSpend({ name: kind, tokens: 1e12, windowMs: 60_000, store }),
      stopLoops({ maxSessionCalls: 1e9 }),
      redactPersonal({ vault: 'forget' }),
    ],
  });
  hooks.addHook('preToolCall', () => ((denied += 1), deny('never', { code: 'never' })), {
    name: 'never',
    tool: DENIED_TOOL,
  });
  for (const event of ['preMcpMessage', 'onMcpMessage', 'preA2aMessage', 'onA2aMessage'] as const)
    hooks.addHook(event, ({ message }) =>
      asksForDenied(message) ? ((denied += 1), deny('never', { code: 'never' })) : undefined,
    );
  hooks.observe('onHookError', () => undefined);
  hooks.observe(
    'onChatStart',
    ({ chatId }) => void open.set(chatId, program.getStore() ?? 'unknown'),
  );
  for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, ({ chatId }) => {
      endings[event] = (endings[event] ?? 0) + 1;
      if (!open.delete(chatId))
        wrong.push(`a chat ended with ${event} that had not started, or had ended`);
    });
  return { hooks, open, endings, wrong, denied: () => denied };
}

/** Whether a protocol message asks to run the denied tool. */
function asksForDenied({
  method,
  params,
}: {
  readonly method?: string;
  readonly params?: unknown;
}): boolean {
  return method !== undefined && JSON.stringify(params ?? '').includes(DENIED_TOOL);
}
