import type { DecisionRecord, InventoryComponent, PayloadOf } from '@interpose/core';

type Change = PayloadOf<'onInventoryChange'>;

/** The components of one agent, as far as they were told; what a policy denied is none of them. */
export class InventoryLog {
  readonly #components = new Map<string, InventoryComponent>();
  readonly #denied = new Set<string>();
  #listed: readonly InventoryComponent[] | undefined;

  /** In the order they were first told; the same list as long as nothing changes. */
  get components(): readonly InventoryComponent[] {
    return (this.#listed ??= [...this.#components.values()]);
  }

  /** True for a component that a policy wants absent. */
  denies(component: InventoryComponent): boolean {
    return this.#denied.has(keyOf(component));
  }

  /** Takes down a change and what became of it. */
  note({ change, component }: Change, record?: DecisionRecord): void {
    this.#listed = undefined;
    const key = keyOf(component);
    const isDenied = record?.decision === 'deny' && record.mode === 'enforce';
    if (isDenied) this.#denied.add(key);
    else this.#denied.delete(key);
    if (isDenied || change === 'removed') this.#components.delete(key);
    else this.#components.set(key, component);
  }

  /** Adds a component that showed in another way, unless more is known of it. */
  meet(component: InventoryComponent): void {
    const key = keyOf(component);
    if (this.#components.has(key) || this.#denied.has(key)) return;
    this.#listed = undefined;
    this.#components.set(key, component);
  }
}

/** Servers may have tools of the same name. */
export function keyOf({ kind, name, metadata }: InventoryComponent): string {
  const server = metadata?.['server'];
  return JSON.stringify([kind, name, typeof server === 'string' ? server : null]);
}
