export { inventory, type InventoryOptions } from './inventory.ts';
export type { AgBom } from './write-bom.ts';
export { watchInventory } from './watch-inventory.ts';
