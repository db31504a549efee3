const counts = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const money = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 2,
});
const cents = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 4,
});

export function count(value: number): string {
  return counts.format(value);
}

/** Four characters or so, for axes and badges. */
export function briefly(value: number): string {
  return value < 10_000 ? counts.format(value) : compact.format(value);
}

export function spendText(value: number): string {
  return (value !== 0 && value < 0.1 ? cents : money).format(value);
}

/** `1 step`, `2 steps`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${counts.format(value)} ${value === 1 ? one : many}`;
}
