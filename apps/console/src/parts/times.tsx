import { useSyncExternalStore, type ReactElement } from 'react';

import { guardianNow } from '../api/guardian-clock.ts';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const shortClock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The zone that every time on the page is in: the viewer's. */
export const ZONE: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment: the clock for today, else the day too; the whole of it on pointing. */
export function Moment({ at }: { readonly at: number }): ReactElement {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(useNow(60_000)).toDateString();
  return (
    <time dateTime={date.toISOString()} title={whole.format(date)}>
      {(isToday ? clock : dayAndClock).format(date)}
    </time>
  );
}

export function clockText(at: number): string {
  return shortClock.format(at);
}

/** How long ago, in the largest unit that fits. */
export function Ago({ at }: { readonly at: number }): ReactElement {
  const now = useNow(10_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={whole.format(at)}>
      {agoText(now - at)}
    </time>
  );
}

/** The time, told again this often. */
export function useNow(every: number): number {
  const { watch, now } = tickerOf(every);
  return useSyncExternalStore(watch, now);
}

interface Ticker {
  readonly watch: (told: () => void) => () => void;
  readonly now: () => number;
}

const tickers = new Map<number, Ticker>();

/** One timer for all who are told this often: a list may have a thousand of them. */
function tickerOf(every: number): Ticker {
  const known = tickers.get(every);
  if (known !== undefined) return known;
  const watchers = new Set<() => void>();
  let now = guardianNow();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    now = guardianNow();
    for (const told of watchers) told();
  };
  const ticker: Ticker = {
    watch: (told) => {
      if (watchers.size === 0) {
        now = guardianNow();
        timer = setInterval(tick, every);
      }
      watchers.add(told);
      return () => {
        watchers.delete(told);
        if (watchers.size === 0) clearInterval(timer);
      };
    },
    now: () => now,
  };
  tickers.set(every, ticker);
  return ticker;
}

function agoText(ms: number): string {
  return ms < 10_000 ? 'just now' : `${roughly(ms)} ago`;
}

/** One unit: `40 s`, `5 min`, `3 h`, `12 d`. */
export function roughly(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** A duration as people compare them: three digits and a unit. */
export function duration(ms: number): string {
  if (ms === 0) return '0 s';
  if (ms < 0.0995) return `${Math.round(ms * 1000)} µs`;
  if (ms < 9.995) return `${ms.toFixed(ms < 1 ? 2 : 1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
