import { emitContext, type EventContext } from '../context/event-context.ts';
import type { Chat } from '../contract/adapter/chat.ts';
import type { EventName, PayloadOf } from '../contract/events/event-map.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { EventHooks } from '../registry/event-hooks.ts';
import type { Payload } from '../context/context-state.ts';
import type { Ruling } from '../context/ruling.ts';
import { runGate } from '../gate/run-gate.ts';
import { type RunningChat, runningChat } from './running-chat.ts';

/**
 * One event of one chat, looked up once, for code that dispatches the same event many times.
 *
 * @example
 * const deltas: SlotHandle<'onResponseDelta'> = slotOf(chat, 'onResponseDelta');
 * if (deltas.active) {
 *   const ctx = deltas.context({ delta: 'hel', channel: 'text', sofar: '', last: false });
 *   if ((await deltas.run(ctx)) !== ctx) console.log('a hook interfered');
 * }
 */
export interface SlotHandle<E extends EventName> {
  /** False if nothing listens; then there is nothing to run. */
  readonly active: boolean;
  /** Whether a hook runs for some tools only, so that the caller has to know the tool. */
  readonly boundToTools: boolean;
  /** Makes the context of one emission. From now on the payload belongs to the dispatch. */
  context(payload: PayloadOf<E>): EventContext;
  /** Asks the hooks: the context itself if none interfered, else the standing verdict; a promise only if needed. */
  run(ctx: EventContext): MaybePromise<Ruling>;
}

/**
 * Returns the slot of one event of one chat.
 *
 * @example
 * const deltas = slotOf(chat, 'onResponseDelta');
 * deltas.active; // => false
 * @throws InterposeError `unknown_event`, naming the nearest event.
 */
export function slotOf<E extends EventName>(chat: Chat, event: E): SlotHandle<E> {
  return new HeldSlot(runningChat(chat), event);
}

/** A class for speed: object literals with a getter each have their own shape, which no inline cache fits. */
class HeldSlot<E extends EventName> implements SlotHandle<E> {
  readonly #chat: RunningChat;
  readonly #slot: EventHooks;

  constructor(chat: RunningChat, event: E) {
    this.#chat = chat;
    this.#slot = chat.registry.slot(event);
  }

  get active(): boolean {
    return this.#slot.active;
  }

  get boundToTools(): boolean {
    return this.#slot.plan.hooks.some((hook) => hook.tool !== undefined);
  }

  context(payload: PayloadOf<E>): EventContext {
    return emitContext(this.#chat, this.#slot.definition, payload as Payload);
  }

  run(ctx: EventContext): MaybePromise<Ruling> {
    return runGate(this.#slot, ctx);
  }
}
