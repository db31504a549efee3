import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';

/** Where `pnpm bench:record` keeps what it measured. */
export const benchmarksFile = 'docs/benchmarks.json';

/** A number that was measured, such as `{ name: 'hookable', value: 3.1, unit: 'x' }`. */
interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** One budget, what was measured for it, and what other libraries take beside it. */
export interface MeasuredGate {
  readonly id: string;
  readonly name: string;
  readonly pass: boolean;
  readonly measuredOn: string;
  /** How many processes wanted each core while it was measured; 1 is a machine that does nothing else. */
  readonly load: number;
  /** The baseline over itself: how far it is from 1 is how noisy the machine was. */
  readonly control?: number;
  readonly parts: readonly (Figure & {
    readonly limit: number;
    readonly sense: 'at most' | 'at least';
    readonly pass: boolean;
  })[];
  readonly peers: readonly Figure[];
}

/** All that was measured, on one machine. */
export interface Benchmarks {
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly system: string;
    readonly node: string;
  };
  readonly gates: readonly MeasuredGate[];
}

/** Reads what the last `pnpm bench:record` kept. */
export function readBenchmarks(): Benchmarks {
  return JSON.parse(readFileSync(join(repositoryRoot, benchmarksFile), 'utf8')) as Benchmarks;
}
