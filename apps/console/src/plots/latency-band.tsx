import type { ReactElement } from 'react';
import type { Bucket } from '@interpose/guardian-api';

import { duration } from '../parts/times.tsx';
import { PLOT_HEIGHT, PlotFrame } from './plot-frame.tsx';
import { roundUp } from './scale.ts';

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
      summary={`typically ${duration(typical)}, at most ${duration(highest)} at the 99th percentile`}
      readout={(place) => {
        const bucket = place === undefined ? undefined : buckets[place];
        return `p50 ${duration(bucket?.p50 ?? typical)} · p99 ${duration(bucket?.p99 ?? highest)}`;
      }}
    >
      {(width) => {
        const step = width / buckets.length;
        const xs = buckets.map((_, place) => (place + 0.5) * step);
        const upper = buckets.map(({ p99 }, place) => `${xs[place]},${y(p99)}`);
        const lower = buckets.map(({ p50 }, place) => `${xs[place]},${y(p50)}`);
        return (
          <>
            <polygon className="band" points={[...upper, ...lower.toReversed()].join(' ')} />
            <polyline className="band-edge" points={upper.join(' ')} />
            <polyline className="band-line" points={lower.join(' ')} />
          </>
        );
      }}
    </PlotFrame>
  );
}

function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
