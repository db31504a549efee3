import { InterposeError } from '../errors/interpose-error.ts';
import { atMost } from '../sessions/at-most.ts';
import { LONGEST_TIMER_MS } from '../sessions/longest-timer.ts';
import type { HooksRuntime } from './hooks-runtime.ts';

/** How long closing may take where hooks have no time limit, in milliseconds. */
const CLOSE_MS = 30_000;

/**
 * Closes a registry within its time limit for hooks: what never ends must not keep an app from its end. A layer shares
 * the sessions of the registry that it extends, so it does not end them.
 *
 * @throws InterposeError `close_timeout` if something is left; the hooks are closed all the same.
 */
export async function closeHooks(runtime: HooksRuntime): Promise<void> {
  if (runtime.closed) return;
  const { timeoutMs } = runtime.registry.settings;
  const limitMs = timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS ? timeoutMs : CLOSE_MS;
  if (await atMost(limitMs, endAll(runtime))) return;
  const left = leftIn(runtime);
  runtime.closed = true;
  void runtime.endChats();
  throw new InterposeError(
    'close_timeout',
    `closing took longer than ${limitMs} ms; left running: ${left}`,
    'let hooks and observers end when their signal aborts, or raise timeoutMs',
  );
}

async function endAll(runtime: HooksRuntime): Promise<void> {
  await runtime.endChats();
  if (runtime.parent === undefined) await runtime.sessions.endAll();
  await runtime.observers.settle();
  runtime.closed = true;
  // Ends chats that were opened in the meantime.
  await runtime.endChats();
}

function leftIn({ openChats, observers }: HooksRuntime): string {
  const chats = openChats.toArray().map(({ id }) => id);
  const told = chats.length === 0 ? 'no chat' : `the chats ${chats.slice(0, 10).join(', ')}`;
  const { size } = observers;
  return `${told}, ${size} ${size === 1 ? 'observer' : 'observers'}, or the store, which may not answer`;
}
