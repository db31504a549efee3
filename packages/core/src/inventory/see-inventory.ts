import type { Chat } from '../contract/adapter/chat.ts';
import type { InventoryComponent } from '../contract/values/component.ts';
import type { PayloadOf } from '../contract/events/event-map.ts';
import { digestOf } from '../approvals/digest.ts';
import { type RunningChat, runningChat } from '../chat/running-chat.ts';

/** What a session knows of one component of one agent. */
interface SeenComponent {
  readonly component: InventoryComponent;
  /** Over its metadata, so that a tool that now describes itself differently is noticed. */
  readonly digest: string | undefined;
  readonly denied: boolean;
}

/**
 * What a list of components stands for, where it is not all that the agent has.
 *
 * @example
 * const page: InventoryPart = { source: 'mcp:shop', partial: true };
 * await seeInventory(chat, [{ kind: 'tool', name: 'search' }], page);
 */
export interface InventoryPart {
  /** Who lists them; what other sources list is neither compared nor told as removed. */
  readonly source?: string;
  /** True for one page of more: nothing is told as removed. */
  readonly partial?: boolean;
}

/**
 * Tells of all the components this chat's agent has now, or has from one source: onInventoryChange `added` at the session's first sight
 * of each, `updated` when its metadata differs, `removed` when it is not among them any more.
 *
 * @example
 * hooks.addHook('onInventoryChange', ({ component }) => (component.name === 'exec' ? deny('no shell') : undefined));
 * const denied = await seeInventory(chat, [{ kind: 'tool', name: 'exec' }, { kind: 'tool', name: 'search' }]);
 * [...denied]; // => ['tool:exec']
 * @returns the keys `kind:name` of the components a policy denied; the adapter leaves those out.
 */
export async function seeInventory(
  chat: Chat,
  components: readonly InventoryComponent[],
  { source, partial = false }: InventoryPart = {},
): Promise<ReadonlySet<string>> {
  const running = runningChat(chat);
  const denied = new Set<string>();
  // A chat whose start was denied is refused as that: nothing of it is told of, and nothing is remembered.
  if (running.startDenied !== undefined || !running.listens('onInventoryChange')) return denied;
  const seen = seenBy(running, source);
  const present = new Set<string>();
  for (const component of components) {
    const key = `${component.kind}:${component.name}`;
    present.add(key);
    if (await isDenied(running, seen, key, component)) denied.add(key);
  }
  for (const [key, { component }] of seen) {
    if (partial || present.has(key)) continue;
    seen.delete(key);
    await tell(running, 'removed', component);
  }
  return denied;
}

async function isDenied(
  chat: RunningChat,
  seen: Map<string, SeenComponent>,
  key: string,
  component: InventoryComponent,
): Promise<boolean> {
  const digest = await digestOf(component.metadata ?? {});
  const known = seen.get(key);
  if (known?.digest === digest && known !== undefined) return known.denied;
  const denied = await tell(chat, known === undefined ? 'added' : 'updated', component);
  seen.set(key, { component, digest, denied });
  return denied;
}

async function tell(
  chat: RunningChat,
  change: PayloadOf<'onInventoryChange'>['change'],
  component: InventoryComponent,
): Promise<boolean> {
  const { decision } = await chat.dispatch('onInventoryChange', { change, component });
  return decision === 'deny';
}

/** By agent, since the agents of a session have different tools. */
function seenBy(
  { session, agent }: RunningChat,
  source: string | undefined,
): Map<string, SeenComponent> {
  const key = source === undefined ? `inventory:${agent.id}` : `inventory:${agent.id}:${source}`;
  const known = session.memory.get(key) as Map<string, SeenComponent> | undefined;
  if (known !== undefined) return known;
  const made = new Map<string, SeenComponent>();
  session.memory.set(key, made);
  return made;
}
