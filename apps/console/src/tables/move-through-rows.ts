import type { Virtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent } from 'react';

/** Arrows, Home and End move the focus from the link of one row to that of another, also to rows not yet drawn. */
export function moveThroughRows(
  event: KeyboardEvent<HTMLDivElement>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  count: number,
): void {
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
  if (row === null) return;
  const next = placeAfter(event.key, Number(row.dataset['index']), count);
  if (next === undefined) return;
  event.preventDefault();
  virtual.scrollToIndex(next);
  const table = event.currentTarget;
  requestAnimationFrame(() => {
    table.querySelector<HTMLElement>(`[data-index="${next}"] :is(a, button)`)?.focus();
  });
}

function placeAfter(key: string, place: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    Home: 0,
    End: count - 1,
    PageDown: place + 15,
    PageUp: place - 15,
  };
  const next = places[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
