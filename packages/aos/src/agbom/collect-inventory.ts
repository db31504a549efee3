import {
  InterposeError,
  type AgentIdentity,
  type Hooks,
  type InventoryComponent,
} from '@interpose/core';
import { declaredInventory } from '@interpose/core/adapter';

import { keyOf } from '../inventory/inventory-log.ts';
import type { SeenAgent } from './seen-inventory.ts';
import { seenBy } from './watch-inventory.ts';

/** An agent and its components. */
export interface AgentInventory {
  readonly agent: AgentIdentity;
  readonly components: readonly InventoryComponent[];
  /** The SDKs that ran it. */
  readonly frameworks: readonly { readonly name: string; readonly version: string }[];
}

/**
 * Collects the known components of a hooked value or a registry: first those it declares, then those that were seen.
 *
 * @throws InterposeError `target_unknown` for what is not hooked, `inventory_unknown` where nothing is known yet.
 */
export function collectInventory(target: object, agentId: string | undefined): AgentInventory {
  const declared = declaredInventory(target);
  const hooks = declared?.hooks ?? (isHooks(target) ? target : undefined);
  if (hooks === undefined) {
    throw new InterposeError(
      'target_unknown',
      'inventory got something that no hooks are around',
      'pass what withHooks returned, or the hooks themselves',
    );
  }
  const id = agentId ?? declared?.agent?.id;
  const seen =
    seenBy(hooks)?.agents.filter(({ agent }) => id === undefined || agent.id === id) ?? [];
  const components = unite(declared?.components() ?? [], seen);
  if (components.length === 0 && seen.length === 0 && declared?.agent === undefined) {
    throw new InterposeError(
      'inventory_unknown',
      'nothing is known of this target yet',
      'call watchInventory(hooks) before it runs, and inventory after its first run',
    );
  }
  const agent = identityOf(declared?.agent, seen, id);
  return {
    agent,
    components: withModelOf(agent, components),
    frameworks: [...new Map(seen.map(({ host }) => [host.framework, host])).values()].map(
      ({ framework: name, version }) => ({ name, version }),
    ),
  };
}

function isHooks(target: object): target is Hooks {
  return 'dispatch' in target && 'observe' in target && 'scopes' in target;
}

function identityOf(
  declared: AgentIdentity | undefined,
  seen: readonly SeenAgent[],
  id: string | undefined,
): AgentIdentity {
  if (declared !== undefined || seen.length === 1) {
    const own = { ...seen[0]?.agent, ...declared };
    return { ...own, id: id ?? own.id ?? 'agents' };
  }
  return { id: id ?? 'agents' };
}

/** Merges the components, so that each occurs once; the latest facts count. */
function unite(
  declared: readonly InventoryComponent[],
  seen: readonly SeenAgent[],
): readonly InventoryComponent[] {
  const united = new Map<string, InventoryComponent>();
  const shown = seen.flatMap(({ log }) => log.components);
  for (const component of [...declared, ...shown]) {
    const key = keyOf(component);
    const { metadata } = united.get(key) ?? {};
    const merged = { ...metadata, ...component.metadata };
    united.set(key, { ...component, ...(Object.keys(merged).length > 0 && { metadata: merged }) });
  }
  return [...united.values()].filter(
    (component) =>
      !seen.some(({ log }) => log.denies(component)) && !isListedByServer(component, shown),
  );
}

/** Whether a server lists this tool itself. Its SDK does not know the server, so the server's entry is used. */
function isListedByServer(
  { kind, name, metadata = {} }: InventoryComponent,
  shown: readonly InventoryComponent[],
): boolean {
  if (kind !== 'tool' || metadata['origin'] !== 'mcp' || 'server' in metadata) return false;
  return shown.some(
    (other) => other.kind === kind && other.name === name && 'server' in (other.metadata ?? {}),
  );
}

/** Adds the model of the agent, which the agent may know before it calls the model. */
function withModelOf(
  { model, provider }: AgentIdentity,
  components: readonly InventoryComponent[],
): readonly InventoryComponent[] {
  if (model === undefined || components.some(({ kind }) => kind === 'model')) return components;
  const metadata = provider?.name === undefined ? {} : { metadata: { provider: provider.name } };
  return [{ kind: 'model', name: model, ...metadata }, ...components];
}
