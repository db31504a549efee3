/** One budget of the project, and how one process measures it. */
export interface Gate {
  /** For example `G4`. */
  readonly id: string;
  readonly name: string;
  /** How far the A/A control may be from 1. */
  readonly tolerance: number;
  /** Processes whose medians count: 3 where absent; 1 for what takes minutes. */
  readonly processes?: number;
  measure(): Promise<Sample>;
}

/** What one process measured. */
export interface Sample {
  /** Time of the baseline over the time of the same baseline; absent where no time is compared. */
  readonly control?: number;
  readonly parts: readonly Part[];
  readonly peers: readonly Figure[];
}

/** What several measurements of one gate came to, with the control that is furthest from 1, whichever it belongs to. */
export function joinSamples(samples: readonly Sample[]): Sample {
  const controls = samples.map(({ control = 1 }) => control);
  return {
    control: controls.toSorted((a, b) => Math.abs(b - 1) - Math.abs(a - 1))[0] ?? Number.NaN,
    parts: samples.flatMap(({ parts }) => parts),
    peers: samples.flatMap(({ peers }) => peers),
  };
}

/** The unit of a figure: a ratio, bytes, kilobytes, milliseconds, microseconds, nanoseconds, or a count. */
export type Unit = 'x' | 'B' | 'KB' | 'ms' | 'us' | 'ns' | 'count';

/** A named number. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
}

/** One limit of a gate, with the value that was measured for it. */
export interface Part extends Figure {
  readonly limit: number;
  readonly sense: 'at most' | 'at least';
}

/** A value that must not be larger than its limit. */
export function atMost(name: string, value: number, limit: number, unit: Unit = 'x'): Part {
  return { name, value, limit, unit, sense: 'at most' };
}

/** A value that must not be smaller than its limit. */
export function atLeast(name: string, value: number, limit: number, unit: Unit = 'x'): Part {
  return { name, value, limit, unit, sense: 'at least' };
}
