import type { Hooks } from '../contract/hooks/hooks.ts';
import { runtimeOf } from '../chat/runtime-of.ts';
import type { RunningChat } from '../chat/running-chat.ts';
import type { DeclaredInventory } from '../contract/adapter/declared-inventory.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { reportHookError } from '../records/tell-observers.ts';

/** Held weakly: an agent that is gone has no tools any more. */
const inventories = new WeakMap<Hooks, Set<WeakRef<DeclaredInventory>>>();

/** Law 13 in LAWS.md: from now on, tells at the end of a session of filters that no tool of the app matches. */
export function checkFilters(inventory: DeclaredInventory): void {
  const { hooks } = inventory;
  const known = inventories.get(hooks) ?? new Set();
  inventories.set(hooks, known.add(new WeakRef(inventory)));
  const [oldest] = known;
  if (known.size > MOST_KEPT) known.delete(oldest!);
  runtimeOf(hooks).atSessionEnd.set(hooks, (chat) => tellUnmatched(chat, known));
}

/** An app that hooks something anew for every request must not fill the memory. */
const MOST_KEPT = 256;

/** Once for each hook. Where no tool is declared nobody knows which there are, and nothing is told. */
function tellUnmatched(chat: RunningChat, known: ReadonlySet<WeakRef<DeclaredInventory>>): void {
  const unmatched = chat.registry.unmatched();
  if (unmatched.length === 0) return;
  const tools = [...known]
    .flatMap((each) => each.deref()?.components() ?? [])
    .flatMap(({ kind, name }) => (kind === 'tool' ? [name] : []));
  if (tools.length === 0) return;
  for (const [event, hook] of unmatched) {
    hook.matched = true;
    if (tools.some((name) => hook.tool?.(name))) continue;
    const error = new InterposeError(
      'filter_unmatched',
      `the hook ${hook.label} on ${event} is bound to a tool that the app does not have`,
      `bind it to one of ${[...new Set(tools)].join(', ')}`,
    );
    reportHookError(chat, hook.label, event, error, error.code);
  }
}
