import type { DeclaredInventory } from '../contract/adapter/declared-inventory.ts';

import { checkFilters } from './check-filters.ts';

type Declared = WeakMap<object, DeclaredInventory>;

/** One for the process, so that it does not matter which copy of this package an adapter came with. */
function declared(): Declared {
  const holder = globalThis as { [key: symbol]: Declared | undefined };
  return (holder[Symbol.for('interpose.inventory')] ??= new WeakMap());
}

/**
 * Remembers what a hooked value says of itself, for a bill of materials; returns the value.
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
 * What a hooked value says of itself; undefined for one that no adapter has hooked.
 *
 * @example
 * const agent = declareInventory({}, { hooks, components: () => [{ kind: 'tool', name: 'refund' }] });
 * declaredInventory(agent)?.components(); // => [{ kind: 'tool', name: 'refund' }]
 */
export function declaredInventory(hooked: object): DeclaredInventory | undefined {
  return declared().get(hooked);
}
