import type { Figure, Part, Sample } from './gate.ts';
import { median } from './method/median.ts';

/** A part of a gate with its verdict. */
export interface JudgedPart extends Part {
  readonly pass: boolean;
}

/** A gate with its verdict; value, limit and unit are of the tightest part. */
export interface JudgedGate {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly pass: boolean;
  readonly unit?: Figure['unit'];
  /** Median of the A/A controls of the processes that counted. */
  readonly control?: number;
  readonly parts: readonly JudgedPart[];
  readonly peers: readonly Figure[];
  /** Processes thrown away because their control was off. */
  readonly discarded: number;
  /** Why there is no figure. */
  readonly failure?: string;
}

/** Takes the medians over the processes and holds every part against its limit. */
export function judgeGate(
  gate: { readonly id: string; readonly name: string },
  samples: readonly Sample[],
  discarded: number,
): JudgedGate {
  const parts = mergeFigures(samples.map((sample) => sample.parts)).map((part) => ({
    ...part,
    pass: passes(part),
  }));
  const peers = mergeFigures(samples.map((sample) => sample.peers));
  const controls = samples.flatMap(({ control }) => (control === undefined ? [] : [control]));
  const tightest = parts.toSorted((a, b) => tightness(b) - tightness(a))[0];
  return {
    id: gate.id,
    name: gate.name,
    value: tightest?.value ?? null,
    limit: tightest?.limit ?? null,
    pass: parts.length > 0 && parts.every((part) => part.pass),
    ...(tightest && { unit: tightest.unit }),
    ...(controls.length > 0 && { control: median(controls) }),
    parts,
    peers,
    discarded,
  };
}

/** A gate that could not be measured: it never passes. */
export function failedGate(
  gate: { readonly id: string; readonly name: string },
  failure: string,
  discarded: number,
): JudgedGate {
  const nothing = { value: null, limit: null, pass: false, parts: [], peers: [] };
  return { id: gate.id, name: gate.name, ...nothing, discarded, failure };
}

function mergeFigures<F extends Figure>(perProcess: readonly (readonly F[])[]): F[] {
  const [first = []] = perProcess;
  return first.map((figure) => {
    const values = perProcess.map(
      (figures) => figures.find(({ name }) => name === figure.name)?.value ?? Number.NaN,
    );
    return { ...figure, value: median(values) };
  });
}

function passes(part: Part): boolean {
  return part.sense === 'at most' ? part.value <= part.limit : part.value >= part.limit;
}

/** Above 1: over the limit. NaN counts as infinitely far over it. */
function tightness({ value, limit, sense }: Part): number {
  if (Number.isNaN(value)) return Number.POSITIVE_INFINITY;
  if (sense === 'at least') return limit / value;
  if (limit === 0) return value > 0 ? Number.POSITIVE_INFINITY : 0;
  return value / limit;
}
