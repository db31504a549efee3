export { mapParts } from './parts/map-parts.ts';
export { partsFrom } from './parts/parts-from.ts';
