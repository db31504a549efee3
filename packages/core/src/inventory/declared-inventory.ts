import type { DeclaredInventory } from '../contract/adapter/declared-inventory.ts';

import { checkFilters } from './check-filters.ts';

type Declared = WeakMap<object, DeclaredInventory>;

/** Returns the one map of the process, so that it does not matter with which copy of this package an adapter came. */
function declared(): Declared {
  const holder = globalThis as { [key: symbol]: Declared | undefined };
  return (holder[Symbol.for('interpose.inventory')] ??= new WeakMap());
}

/**
 * Stores the inventory that a hooked value declares, for a bill of materials. Returns the value.
 *
 * @example
 * const agent = declareInventory({}, { hooks, agent: { id: 'support' }, components: () => [{ kind: 'tool', name: 'refund' }] });
 */
export function declareInventory<Target extends object>(
  hooked: Target,
  inventory: DeclaredInventory,
): Target {
  declared().set(hooked, inventory);
  checkFilters(inventory);
  return hooked;
}

/**
 * Returns the inventory that a hooked value declared; undefined if no adapter hooked the value.
 *
 * @example
 * const agent = declareInventory({}, { hooks, components: () => [{ kind: 'tool', name: 'refund' }] });
 * declaredInventory(agent)?.components(); // => [{ kind: 'tool', name: 'refund' }]
 */
export function declaredInventory(hooked: object): DeclaredInventory | undefined {
  return declared().get(hooked);
}
