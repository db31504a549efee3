import type { ReactElement } from 'react';

import { PLOT_HEIGHT, PlotFrame } from './plot-frame.tsx';
import { roundUp } from './scale.ts';

interface Props {
  readonly title: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
  readonly write: (value: number) => string;
  /** What stands in the corner while nobody points at a bucket. */
  readonly whole: string;
  readonly look: 'v-ask' | 'accent';
}

/** One number a bucket: asks, spend. */
export function CountBars({ title, times, values, write, whole, look }: Props): ReactElement {
  const top = roundUp(Math.max(0, ...values));
  return (
    <PlotFrame
      title={title}
      times={times}
      top={write(top)}
      summary={whole}
      readout={(place) => (place === undefined ? whole : write(values[place] ?? 0))}
    >
      {(width) => {
        const step = width / values.length;
        return values.map((value, place) => {
          const height = value === 0 ? 0 : Math.max(1.5, (value / top) * PLOT_HEIGHT);
          return (
            <rect
              key={times[place]}
              className={look}
              x={place * step + 0.5}
              width={Math.max(1, step - 1)}
              y={PLOT_HEIGHT - height}
              height={height}
            />
          );
        });
      }}
    </PlotFrame>
  );
}
