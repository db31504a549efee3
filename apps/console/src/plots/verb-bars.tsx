import type { ReactElement } from 'react';
import type { Bucket } from '@interpose/guardian-api';

import { VERBS, type Verb } from '../api/decisions.ts';
import { briefly, count } from '../parts/numbers.ts';
import { VerdictShape } from '../parts/verdict.tsx';
import { PLOT_HEIGHT, PlotFrame } from './plot-frame.tsx';
import { roundUp } from './scale.ts';

interface Props {
  readonly buckets: readonly Bucket[];
  readonly onOpen?: (place: number) => void;
}

/** Decisions over time, one bar a bucket, one band a verdict. */
export function VerbBars({ buckets, onOpen }: Props): ReactElement {
  const totals = buckets.map((bucket) => sum(VERBS.map((verb) => bucket[verb])));
  const top = roundUp(Math.max(0, ...totals));
  const all = whole(buckets);
  return (
    <PlotFrame
      title="Decisions"
      times={buckets.map(({ at }) => at)}
      top={briefly(top)}
      summary={VERBS.map((verb) => `${verb} ${count(all[verb])}`).join(', ')}
      readout={(place) => countsText(place === undefined ? all : (buckets[place] ?? all))}
      {...(onOpen === undefined ? {} : { onOpen })}
    >
      {(width) =>
        buckets.map((bucket, place) => (
          <Bar
            key={bucket.at}
            bucket={bucket}
            top={top}
            step={width / buckets.length}
            place={place}
          />
        ))
      }
    </PlotFrame>
  );
}

interface BarProps {
  readonly bucket: Bucket;
  readonly top: number;
  readonly step: number;
  readonly place: number;
}

function Bar({ bucket, top, step, place }: BarProps): ReactElement {
  const gap = step > 6 ? 2 : 1;
  return (
    <g>
      {stacked(bucket, top).map(({ verb, y, height }) => (
        <rect
          key={verb}
          className={`v-${verb}`}
          x={place * step + gap / 2}
          width={Math.max(1, step - gap)}
          y={y}
          height={height}
        />
      ))}
    </g>
  );
}

interface Band {
  readonly verb: Verb;
  readonly y: number;
  readonly height: number;
}

/** The bands of one bar from below; one denial among thousands is still drawn. */
function stacked(bucket: Bucket, top: number): Band[] {
  const bands: Band[] = [];
  let y = PLOT_HEIGHT;
  for (const verb of VERBS) {
    if (bucket[verb] === 0) continue;
    const height = Math.max(1.5, (bucket[verb] / top) * PLOT_HEIGHT);
    y -= height;
    bands.push({ verb, y: Math.max(0, y), height });
  }
  return bands;
}

function countsText(of: Readonly<Record<Verb, number>>): ReactElement {
  return (
    <span className="legend">
      {VERBS.map((verb) => (
        <span key={verb} title={verb}>
          <VerdictShape verb={verb} />
          <span className="unseen">{verb}</span> {briefly(of[verb])}
        </span>
      ))}
    </span>
  );
}

function whole(buckets: readonly Bucket[]): Record<Verb, number> {
  const pairs = VERBS.map((verb) => [verb, sum(buckets.map((bucket) => bucket[verb]))] as const);
  return Object.fromEntries(pairs) as Record<Verb, number>;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
