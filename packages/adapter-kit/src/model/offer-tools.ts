import type { MaybePromise } from '@interpose/core';
import { deniedOffers, seeTools, type Chat } from '@interpose/core/adapter';
import { andThen } from '../values/maybe-promise.ts';

/**
 * The tools of a step, and what decides which of them the model is shown.
 *
 * @example
 * const offer: Offer<{ name: string }> = {
 *   tools: [{ name: 'pay' }],
 *   nameOf: ({ name }) => name,
 *   isHosted: () => false,
 *   absent: () => [],
 *   asked: () => new Map(),
 * };
 */
export interface Offer<Tool> {
  /** The tools as the host would show them. */
  readonly tools: readonly Tool[];
  nameOf(this: void, tool: Tool): string;
  /** Whether the provider runs a tool, out of reach of hooks. */
  isHosted(this: void, tool: Tool): boolean;
  /** Returns the names of the components that a policy denied. */
  absent(): MaybePromise<readonly string[]>;
  /** Returns what policies said about tools of the provider, by name; new answers are added to this map. */
  asked(): Map<string, boolean>;
}

/**
 * Returns the tools for a model: without tools of disabled scopes, denied components, and tools of the provider that
 * policies do not simply allow. Returns the same list if all stay, and no promise if no hook is asked.
 *
 * @example
 * hooks.scopes.register({ name: 'payments', tools: ['pay'] })();
 * const nameOf = ({ name }: { name: string }): string => name;
 * const offer = { tools: [{ name: 'pay' }, { name: 'look' }], nameOf, isHosted: () => false, absent: () => [], asked: () => new Map() };
 * await offerTools(chat, offer); // => [{ name: 'look' }]
 */
export function offerTools<Tool>(chat: Chat, offer: Offer<Tool>): MaybePromise<readonly Tool[]> {
  seeTools(chat, offer);
  return andThen(offer.absent(), (names) => present(chat, offer, names));
}

function present<Tool>(
  chat: Chat,
  offer: Offer<Tool>,
  absent: readonly string[],
): MaybePromise<readonly Tool[]> {
  const { scopes } = chat.hooks;
  const isShown = (tool: Tool): boolean => {
    const name = offer.nameOf(tool);
    return scopes.isEnabled(name) && !absent.includes(name);
  };
  const shown = offer.tools.every(isShown) ? offer.tools : offer.tools.filter(isShown);
  return chat.intercepts('preToolCall') && shown.some(offer.isHosted)
    ? withoutDenied(chat, offer, shown)
    : shown;
}

/** Returns the tools without those of the provider that hooks on `preToolCall` deny. */
async function withoutDenied<Tool>(
  chat: Chat,
  offer: Offer<Tool>,
  tools: readonly Tool[],
): Promise<readonly Tool[]> {
  const hosted = tools.filter(offer.isHosted).map(offer.nameOf);
  const denied = await deniedOffers(chat, offer.asked(), hosted);
  return denied.length === 0
    ? tools
    : tools.filter((tool) => !offer.isHosted(tool) || !denied.includes(offer.nameOf(tool)));
}
