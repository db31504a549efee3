import { collectInventory } from './collect-inventory.ts';
import { writeBom, type AgBom } from './write-bom.ts';

/**
 * Options of a bill of materials; every option has a default.
 *
 * @example
 * const options: InventoryOptions = { agent: 'support', version: 2 };
 */
export interface InventoryOptions {
  /** The id of the agent, if there are several. Default: the target's own agent, else all agents. */
  readonly agent?: string;
  /** An RFC 4122 URN. Default: a new one each time. */
  readonly serialNumber?: string;
  /** The time of creation. Default: now. */
  readonly timestamp?: Date;
  /** The version of the document, counted from 1. Default: 1. */
  readonly version?: number;
}

/**
 * Writes the bill of materials of a hooked agent, or of all agents of a registry: model, tools, MCP servers, knowledge,
 * memory and agents, as far as the agent declares them or `watchInventory` saw them. Denied components are left out.
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
