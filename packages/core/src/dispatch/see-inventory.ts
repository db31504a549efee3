import type { Chat } from '../contract/chat.ts';
import type { InventoryComponent } from '../contract/component-values.ts';
import type { PayloadOf } from '../contract/events.ts';
import { digestOf } from './digest.ts';
import type { RunningChat } from './running-chat.ts';
import { runningChat } from './running-chat-of.ts';

/** What a session knows of one component of one agent. */
interface SeenComponent {
  readonly component: InventoryComponent;
  /** Over its metadata, so that a tool that now describes itself differently is noticed. */
  readonly digest: string | undefined;
  readonly denied: boolean;
}

/**
 * Tells of all the components this chat's agent has now: onInventoryChange `added` at the session's first sight
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
): Promise<ReadonlySet<string>> {
  const running = runningChat(chat);
  const denied = new Set<string>();
  if (!running.listens('onInventoryChange')) return denied;
  const seen = seenBy(running);
  const present = new Set<string>();
  for (const component of components) {
    const key = `${component.kind}:${component.name}`;
    present.add(key);
    if (await isDenied(running, seen, key, component)) denied.add(key);
  }
  for (const [key, { component }] of seen) {
    if (present.has(key)) continue;
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
function seenBy({ session, agent }: RunningChat): Map<string, SeenComponent> {
  const key = `inventory:${agent.id}`;
  const known = session.memory.get(key) as Map<string, SeenComponent> | undefined;
  if (known !== undefined) return known;
  const made = new Map<string, SeenComponent>();
  session.memory.set(key, made);
  return made;
}
