import type { InventoryComponent, MaybePromise } from '@interpose/core';
import {
  absentModel,
  deniedOffers,
  seeInventory,
  seeTools,
  type Chat,
} from '@interpose/core/adapter';
import type { Remembering } from '../run/run-memory.ts';

/**
 * The tools of a step, and what decides which of them the model is shown.
 *
 * @example
 * const offer: Offer<{ name: string }> = {
 *   tools: [{ name: 'pay' }],
 *   nameOf: ({ name }) => name,
 *   isHosted: () => false,
 *   shown: () => [{ kind: 'model', name: 'small' }, { kind: 'tool', name: 'pay' }],
 *   run: new HostRun(),
 * };
 */
export interface Offer<Tool> {
  /** The tools as the host would show them. */
  readonly tools: readonly Tool[];
  nameOf(this: void, tool: Tool): string;
  /** Whether the provider runs a tool, out of reach of hooks. */
  isHosted(this: void, tool: Tool): boolean;
  /** Returns the model and the tools as policies see them; called only if a hook listens to `onInventoryChange`. */
  shown?(): readonly [model: InventoryComponent, ...tools: InventoryComponent[]];
  /** The run of the step, whose memory keeps what policies said about each tool. */
  readonly run: Remembering;
}

/**
 * Returns the tools for a model: without tools of disabled scopes, denied components, and tools of the provider that
 * policies do not simply allow. Returns the same list if all stay, and no promise if no hook is asked.
 *
 * @throws DeniedError `model_absent` if the model itself is denied.
 *
 * @example
 * hooks.scopes.register({ name: 'payments', tools: ['pay'] })();
 * const nameOf = ({ name }: { name: string }): string => name;
 * const offer = { tools: [{ name: 'pay' }, { name: 'look' }], nameOf, isHosted: () => false, run: new HostRun() };
 * await offerTools(chat, offer); // => [{ name: 'look' }]
 */
export function offerTools<Tool>(chat: Chat, offer: Offer<Tool>): MaybePromise<readonly Tool[]> {
  seeTools(chat, offer);
  if (offer.shown === undefined || !chat.listens('onInventoryChange'))
    return present(chat, offer, offer.run.remembered?.absent);
  return show(chat, offer.shown(), offer.run).then((denied) => present(chat, offer, denied));
}

/**
 * Shows the model and the tools to policies, and keeps which of these tools they denied. Returns their names: a step
 * beside this one may have another tool of such a name.
 */
async function show(
  chat: Chat,
  [model, ...tools]: readonly [InventoryComponent, ...InventoryComponent[]],
  run: Remembering,
): Promise<ReadonlySet<string>> {
  const seen = await seeInventory(chat, [model, ...tools]);
  if (seen.has(`model:${model.name}`)) throw absentModel(model.name);
  const denied = new Set<string>();
  for (const { name } of tools)
    if (seen.has(`tool:${name}`)) {
      denied.add(name);
      run.memory.absent.add(name);
    } else run.remembered?.absent.delete(name);
  return denied;
}

function present<Tool>(
  chat: Chat,
  offer: Offer<Tool>,
  absent: ReadonlySet<string> | undefined,
): MaybePromise<readonly Tool[]> {
  const { scopes } = chat.hooks;
  const isShown = (tool: Tool): boolean => {
    const name = offer.nameOf(tool);
    return scopes.isEnabled(name) && absent?.has(name) !== true;
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
  const denied = await deniedOffers(chat, offer.run.memory.providerTools, hosted);
  return denied.length === 0
    ? tools
    : tools.filter((tool) => !offer.isHosted(tool) || !denied.includes(offer.nameOf(tool)));
}
