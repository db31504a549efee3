import type { DecisionRecord, InventoryComponent, PayloadOf } from '@interpose/core';

type Change = PayloadOf<'onInventoryChange'>;

/** The reported components of one agent, without those that a policy denied. */
export class InventoryLog {
  readonly #components = new Map<string, InventoryComponent>();
  readonly #denied = new Set<string>();
  #listed: readonly InventoryComponent[] | undefined;

  /** The components in the order of their first report; the same list while nothing changes. */
  get components(): readonly InventoryComponent[] {
    return (this.#listed ??= [...this.#components.values()]);
  }

  /** Whether a policy denied the component. */
  denies(component: InventoryComponent): boolean {
    return this.#denied.has(keyOf(component));
  }

  /** Records a change and the decision on it. */
  note({ change, component }: Change, record?: DecisionRecord): void {
    this.#listed = undefined;
    const key = keyOf(component);
    const isDenied = record?.decision === 'deny' && record.mode === 'enforce';
    if (isDenied) this.#denied.add(key);
    else this.#denied.delete(key);
    if (isDenied || change === 'removed') this.#components.delete(key);
    else this.#components.set(key, component);
  }

  /** Adds a component that was seen in another way, unless it is already known. */
  meet(component: InventoryComponent): void {
    const key = keyOf(component);
    if (this.#components.has(key) || this.#denied.has(key)) return;
    this.#listed = undefined;
    this.#components.set(key, component);
  }
}

/** Returns the key of a component, including its server: servers may have tools of the same name. */
export function keyOf({ kind, name, metadata }: InventoryComponent): string {
  const server = metadata?.['server'];
  return JSON.stringify([kind, name, typeof server === 'string' ? server : null]);
}
