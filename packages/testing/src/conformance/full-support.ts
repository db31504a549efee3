import { features, type Feature } from './feature.ts';
import type { Support } from './harness.ts';

/**
 * Every feature as supported; a harness spreads it and overwrites what its host lacks.
 *
 * @example
 * const supports = { ...fullSupport, mcp: { kind: 'absent', reason: 'tools only' } } as const;
 */
export const fullSupport: Readonly<Record<Feature, Support>> = Object.fromEntries(
  features.map((feature) => [feature, { kind: 'supported' }]),
) as Record<Feature, Support>;
