import type { InventoryComponent } from '@interpose/core';

import { writeInventory } from '../events/components/write-inventory.ts';
import type { AgentDetails } from './agent-details.ts';

/** Returns an agent's details for a guardian: components, then options; the same object while both stay. */
export function toldDetails(
  agent: AgentDetails,
): (components: readonly InventoryComponent[] | undefined) => AgentDetails {
  const told = new WeakMap<readonly InventoryComponent[], AgentDetails>();
  return (components) => {
    if (components === undefined) return agent;
    let details = told.get(components);
    if (details === undefined) {
      details = { ...writeInventory(components), ...agent };
      told.set(components, details);
    }
    return details;
  };
}
