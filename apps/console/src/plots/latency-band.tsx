import type { ReactElement } from 'react';
import type { Bucket } from '@interpose/guardian-api';

import { duration } from '../parts/times.tsx';
import { PLOT_HEIGHT, PlotFrame } from './plot-frame.tsx';
import { roundUp } from './scale.ts';
import { stretches } from './stretches.ts';

/** How long decisions took: the middle one as a line, the slowest of a hundred as the edge of a band. */
export function LatencyBand({ buckets }: { readonly buckets: readonly Bucket[] }): ReactElement {
  const highest = Math.max(0, ...buckets.map(({ p99 }) => p99));
  const top = roundUp(highest);
  const typical = middle(buckets.map(({ p50 }) => p50).filter((value) => value > 0));
  const y = (value: number): number => PLOT_HEIGHT - (value / top) * (PLOT_HEIGHT - 4);
  return (
    <PlotFrame
      title="Latency"
      times={buckets.map(({ at }) => at)}
      top={duration(top)}
      summary={
        highest === 0
          ? 'no decision'
          : `typically ${duration(typical)}, at most ${duration(highest)} at the 99th percentile`
      }
      readout={(place) => {
        const { p50, p99 } = buckets[place ?? -1] ?? { p50: typical, p99: highest };
        return p99 === 0 ? 'no decision' : `p50 ${duration(p50)} · p99 ${duration(p99)}`;
      }}
    >
      {(width) => {
        const step = width / buckets.length;
        return stretches(buckets.map(({ p99 }) => p99 > 0)).map(([first, last]) => {
          const place = { first, step, y };
          const stretch = buckets.slice(first, last + 1);
          const upper = pointsOf({ ...place, values: stretch.map(({ p99 }) => p99) });
          const lower = pointsOf({ ...place, values: stretch.map(({ p50 }) => p50) });
          return <Stretch key={first} upper={upper} lower={lower} />;
        });
      }}
    </PlotFrame>
  );
}

interface StretchProps {
  readonly upper: readonly string[];
  readonly lower: readonly string[];
}

function Stretch({ upper, lower }: StretchProps): ReactElement {
  return (
    <>
      <polygon className="band" points={[...upper, ...lower.toReversed()].join(' ')} />
      <polyline className="band-edge" points={upper.join(' ')} />
      <polyline className="band-line" points={lower.join(' ')} />
    </>
  );
}

interface Line {
  readonly values: readonly number[];
  readonly first: number;
  readonly step: number;
  readonly y: (value: number) => number;
}

/** A point in the middle of each bucket, and one at either end, so that a bucket alone is seen too. */
function pointsOf({ values, first, step, y }: Line): readonly string[] {
  const start = values[0] ?? 0;
  const end = values.at(-1) ?? 0;
  const middles = values.map((value, at) => `${(first + at + 0.5) * step},${y(value)}`);
  return [`${first * step},${y(start)}`, ...middles, `${(first + values.length) * step},${y(end)}`];
}

function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
