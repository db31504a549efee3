import type { Hooks } from '../hooks/hooks.ts';
import type { AgentIdentity, InventoryComponent } from '../values/index.ts';

/**
 * What a hooked value says of itself before anything runs.
 *
 * @example
 * const inventory: DeclaredInventory = { hooks, agent: { id: 'support' }, components: () => [{ kind: 'tool', name: 'refund' }] };
 */
export interface DeclaredInventory {
  readonly hooks: Hooks;
  /** Absent where the value is no agent: what it runs names its agents itself. */
  readonly agent?: AgentIdentity;
  /** Read when asked for, since apps change their agents. */
  components(): readonly InventoryComponent[];
}
