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
  isHosted(tool: Tool): boolean;
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
  const left: Tool[] = [];
  const hosted: string[] = [];
  for (const tool of offer.tools) {
    const name = offer.nameOf(tool);
    if (!scopes.isEnabled(name) || absent.includes(name)) continue;
    left.push(tool);
    if (offer.isHosted(tool)) hosted.push(name);
  }
  const shown = left.length === offer.tools.length ? offer.tools : left;
  if (hosted.length === 0 || !chat.intercepts('preToolCall')) return shown;
  return deniedOffers(chat, offer.asked(), hosted).then((denied) =>
    denied.length === 0
      ? shown
      : shown.filter((tool) => !offer.isHosted(tool) || !denied.includes(offer.nameOf(tool))),
  );
}
