import type { Hooks } from '../hooks/hooks.ts';
import type { AgentIdentity, InventoryComponent } from '../values/index.ts';

/**
 * The inventory that a hooked value declares before anything runs.
 *
 * @example
 * const inventory: DeclaredInventory = { hooks, agent: { id: 'support' }, components: () => [{ kind: 'tool', name: 'refund' }] };
 */
export interface DeclaredInventory {
  readonly hooks: Hooks;
  /** Absent if the value is not an agent. The agents that it runs then have their own identities. */
  readonly agent?: AgentIdentity;
  /** Lists the components. It is called each time they are needed, since apps change their agents. */
  components(): readonly InventoryComponent[];
}
