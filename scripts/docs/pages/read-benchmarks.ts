import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../list-workspaces.ts';

/** The file in which `pnpm bench:record` stores its figures. */
export const benchmarksFile = 'docs/benchmarks.json';

/** A measured number, such as `{ name: 'hookable', value: 3.1, unit: 'x' }`. */
interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** One budget, with its measured figures and those of other libraries. */
export interface MeasuredGate {
  readonly id: string;
  readonly name: string;
  readonly pass: boolean;
  readonly measuredOn: string;
  /** The number of processes per core during the measurement; 1 means an otherwise idle machine. */
  readonly load: number;
  /** The baseline divided by itself: its distance from 1 shows how noisy the machine was. */
  readonly control?: number;
  readonly parts: readonly (Figure & {
    readonly limit: number;
    readonly sense: 'at most' | 'at least';
    readonly pass: boolean;
  })[];
  readonly peers: readonly Figure[];
}

/** All figures, measured on one machine. */
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

/** Reads the figures of the last `pnpm bench:record`. */
export function readBenchmarks(): Benchmarks {
  return JSON.parse(readFileSync(join(repositoryRoot, benchmarksFile), 'utf8')) as Benchmarks;
}
