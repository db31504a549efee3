import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { isDict } from '@interpose/adapter-kit';
import type { Dict } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { callbacksIn } from '../coverage/check-callbacks.ts';
import { requireEnforced } from '../coverage/require-enforced.ts';
import { currentRun } from '../run/host-run.ts';
import { listIn } from '../translate/native.ts';

/**
 * Checks an agent in a tool whose result hooks judge.
 *
 * @throws InterposeError `not_enforced` if the messages of the agent would leave before hooks judge its result.
 */
export function requireHidden(chat: Chat): void {
  if (!chat.intercepts('onDelegateResult')) return;
  const { hooks } = chat;
  const around: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig();
  if (!showsInside(around)) return;
  for (let run = currentRun(hooks); run !== undefined; run = run.outer)
    requireEnforced({ hooks, options: run.asked }, ['streamed agent in a tool']);
}

/** Whether the configuration around shows what happens inside: subgraphs may be bound to an agent that was hooked later. */
function showsInside(around: unknown): boolean {
  const configurable = isDict(around) ? around['configurable'] : undefined;
  if (isDict(configurable) && configurable['__pregel_stream'] !== undefined) return true;
  const callbacks = callbacksIn(around);
  const handlers = listIn(isDict(callbacks) ? callbacks['handlers'] : undefined);
  return handlers.some((handler) => isDict(handler) && showsAll(handler));
}

/** Whether a handler shows all of a run. That of the mode `messages` does, in versions that tell it no namespace. */
function showsAll({ name, namespaceOptions }: Dict): boolean {
  return SHOWING.has(name) || (name === 'StreamMessagesHandler' && namespaceOptions === undefined);
}

/** The names of the handlers that show all events of a run: those of `streamEvents` and of `streamLog`. */
const SHOWING: ReadonlySet<unknown> = new Set(['event_stream_tracer', 'log_stream_tracer']);
