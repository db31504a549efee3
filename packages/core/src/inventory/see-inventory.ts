import type { Chat } from '../contract/adapter/chat.ts';
import type { InventoryComponent } from '../contract/values/component.ts';
import type { PayloadOf } from '../contract/events/event-map.ts';
import { digestOf } from '../approvals/digest.ts';
import { type RunningChat, runningChat } from '../chat/running-chat.ts';

/** A component of an agent, as a session has seen it. */
interface SeenComponent {
  readonly component: InventoryComponent;
  /** The digest of its metadata, with which a tool with a new description is noticed. */
  readonly digest: string | undefined;
  readonly denied: boolean;
}

/**
 * Says which part of the agent's components a list has, if it has not all of them.
 *
 * @example
 * const page: InventoryPart = { source: 'mcp:shop', partial: true };
 * await seeInventory(chat, [{ kind: 'tool', name: 'search' }], page);
 */
export interface InventoryPart {
  /** The source of the list. Components of other sources are neither compared nor reported as removed. */
  readonly source?: string;
  /** Whether the list is one page of several, so that no component is reported as removed. */
  readonly partial?: boolean;
}

/**
 * Reports all components that this chat's agent has now, or has from one source. It fires onInventoryChange with
 * `added` the first time the session sees a component, `updated` if its metadata changed, and `removed` if it is gone.
 *
 * @example
 * hooks.addHook('onInventoryChange', ({ component }) => (component.name === 'exec' ? deny('no shell') : undefined));
 * const denied = await seeInventory(chat, [{ kind: 'tool', name: 'exec' }, { kind: 'tool', name: 'search' }]);
 * [...denied]; // => ['tool:exec']
 * @returns the keys `kind:name` of the components that a policy denied. The adapter leaves them out.
 */
export async function seeInventory(
  chat: Chat,
  components: readonly InventoryComponent[],
  { source, partial = false }: InventoryPart = {},
): Promise<ReadonlySet<string>> {
  const running = runningChat(chat);
  const denied = new Set<string>();
  // If the start of a chat was denied, all of it is refused: no component is reported or remembered.
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

/** Returns the components that the session has seen, by agent, since the agents of a session have different tools. */
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
