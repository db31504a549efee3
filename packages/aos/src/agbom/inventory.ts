import { collectInventory } from './collect-inventory.ts';
import { writeBom, type AgBom } from './write-bom.ts';

/**
 * What a bill of materials is made with; every option has a default.
 *
 * @example
 * const options: InventoryOptions = { agent: 'support', version: 2 };
 */
export interface InventoryOptions {
  /** The id of the agent, where a target or a registry has several: the target's own, else all of them. */
  readonly agent?: string;
  /** An RFC 4122 URN: a new one each time. */
  readonly serialNumber?: string;
  /** When it was made: now. */
  readonly timestamp?: Date;
  /** Of the document itself, from 1: 1. */
  readonly version?: number;
}

/**
 * Writes the bill of materials of a hooked agent, or of all that a registry is around: its model, tools, MCP servers,
 * knowledge, memory and agents, as far as the agent says itself and `watchInventory` saw. What a policy denied is left out.
 *
 * @example
 * watchInventory(hooks);
 * const agent = withHooks(new ToolLoopAgent({ model, tools }), hooks);
 * writeFileSync('agbom.cdx.json', JSON.stringify(inventory(agent)));
 * @throws InterposeError `target_unknown` for what no hooks are around, `inventory_unknown` where nothing is known yet.
 */
export function inventory(target: object, options: InventoryOptions = {}): AgBom {
  const { agent, serialNumber, timestamp, version } = options;
  return writeBom(collectInventory(target, agent), {
    serialNumber: serialNumber ?? `urn:uuid:${crypto.randomUUID()}`,
    timestamp: timestamp ?? new Date(),
    version: version ?? 1,
  });
}
