import type { MaybePromise } from '@interpose/core';
import { deniedOffers, seeTools, type Chat } from '@interpose/core/adapter';
import { andThen } from '../values/maybe-promise.ts';

/**
 * What decides which tools a model is shown.
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
  /** True for a tool that the provider runs out of reach. */
  isHosted(tool: Tool): boolean;
  /** The names of the components that a policy wants absent. */
  absent(): MaybePromise<readonly string[]>;
  /** What the gate has said of tools that the provider runs, by name; it is added to. */
  asked(): Map<string, boolean>;
}

/**
 * The tools a model is shown: without those of scopes that are gone, components that a policy wants absent, and tools of
 * the provider that no policy simply allows. The very same list where all stay, and at once where nobody has to be asked.
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
