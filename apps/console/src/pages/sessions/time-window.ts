const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

/** The spans that the list offers. */
export const SPANS = [
  ['', 'any time'],
  ['1h', 'last hour'],
  ['24h', 'last day'],
  ['7d', 'last week'],
  ['30d', 'last 30 days'],
] as const;

/** Where a time window begins and ends, from a span such as `24h`, or from two moments. */
export function windowOf(
  last: string | undefined,
  from: string | undefined,
  to: string | undefined,
  now: number = Date.now(),
): { readonly from?: number; readonly to?: number } {
  const [, amount, unit] = /^(\d+)([hd])$/.exec(last ?? '') ?? [];
  const size = UNITS[unit ?? ''];
  // In whole minutes, so that drawing again does not ask again.
  if (size !== undefined)
    return { from: Math.floor(now / 60_000) * 60_000 - Number(amount) * size };
  return { ...momentOf('from', from), ...momentOf('to', to) };
}

function momentOf(key: 'from' | 'to', text: string | undefined): { from?: number; to?: number } {
  const moment = Number(text);
  return text === undefined || !Number.isFinite(moment) ? {} : { [key]: moment };
}
