import { useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';

import { clockText } from '../parts/times.tsx';
import { useWidth } from './scale.ts';

export const PLOT_HEIGHT = 72;

export interface PlotProps {
  readonly title: string;
  /** The start of every bucket. */
  readonly times: readonly number[];
  /** The largest value of the axis, as words. */
  readonly top: string;
  /** What the bucket under the pointer holds; without a place, the whole. */
  readonly readout: (place: number | undefined) => ReactNode;
  /** What a person who does not see the plot is told. */
  readonly summary: string;
  readonly children: (width: number) => ReactNode;
  readonly onOpen?: (place: number) => void;
}

/** What every plot shares: a title, the value under the pointer or the arrow keys, an axis of times. */
export function PlotFrame(props: PlotProps): ReactElement {
  const { title, times, readout } = props;
  const [place, setPlace] = useState<number>();
  return (
    <figure className="plot">
      <figcaption>
        <span className="plot-title">{title}</span>
        <span className="plot-readout">
          {place !== undefined && <b>{clockText(times[place] ?? 0)}</b>} {readout(place)}
        </span>
      </figcaption>
      <PlotArea plot={props} place={place} onPlace={setPlace} />
      <Axis times={times} top={props.top} />
    </figure>
  );
}

interface AreaProps {
  readonly plot: PlotProps;
  readonly place: number | undefined;
  readonly onPlace: (place: number | undefined) => void;
}

/** For a screen reader a slider over the buckets; for everybody else the drawing. */
function PlotArea({ plot, place, onPlace }: AreaProps): ReactElement {
  const { title, times, summary, children, onOpen } = plot;
  const [ref, width] = useWidth();
  const step = width / Math.max(1, times.length);
  const last = Math.max(0, times.length - 1);
  const move = (event: KeyboardEvent): void => {
    const next = placeByKey(event.key, place, times.length);
    if (next !== undefined) onPlace(next);
    else if (event.key === 'Enter' && place !== undefined) onOpen?.(place);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={ref}
      className={onOpen === undefined ? 'plot-area' : 'plot-area opens'}
      role="slider"
      tabIndex={0}
      aria-label={`${title}. ${summary}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={place ?? last}
      aria-valuetext={place === undefined ? summary : clockText(times[place] ?? 0)}
      onKeyDown={move}
      onBlur={() => onPlace(undefined)}
      onPointerMove={(event) => onPlace(placeAt(event, step, times.length))}
      onPointerLeave={() => onPlace(undefined)}
      onClick={() => place !== undefined && onOpen?.(place)}
    >
      <svg width={width} height={PLOT_HEIGHT} aria-hidden="true">
        {place !== undefined && <Cursor x={place * step} width={step} />}
        <Edge y={0.5} width={width} />
        <Edge y={PLOT_HEIGHT - 0.5} width={width} />
        {width > 0 && children(width)}
      </svg>
    </div>
  );
}

function Cursor({ x, width }: { readonly x: number; readonly width: number }): ReactElement {
  return <rect className="plot-cursor" x={x} width={width} y="0" height={PLOT_HEIGHT} />;
}

function Edge({ y, width }: { readonly y: number; readonly width: number }): ReactElement {
  return <line className="plot-line" x1="0" x2={width} y1={y} y2={y} />;
}

function Axis({ times, top }: Pick<PlotProps, 'times' | 'top'>): ReactElement {
  const middle = times[Math.floor(times.length / 2)];
  return (
    <div className="plot-axis" aria-hidden="true">
      <span>{times[0] !== undefined && clockText(times[0])}</span>
      <span>{middle !== undefined && clockText(middle)}</span>
      <span>now</span>
      <span className="plot-top">{top}</span>
    </div>
  );
}

function placeAt(
  event: { readonly clientX: number; readonly currentTarget: Element },
  step: number,
  count: number,
): number | undefined {
  if (count === 0 || step === 0) return undefined;
  const { left } = event.currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(count - 1, Math.floor((event.clientX - left) / step)));
}

function placeByKey(key: string, place: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  if (key === 'ArrowLeft') return Math.max(0, (place ?? count) - 1);
  if (key === 'ArrowRight') return Math.min(last, (place ?? -1) + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
