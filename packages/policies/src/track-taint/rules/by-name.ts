/**
 * Looks a name up in a table whose names may hold `*`: the name itself, else the longest that fits.
 *
 * @example
 * byName({ 'get_*': 'reads', '*': 'other' })('get_balance'); // => 'reads'
 */
export function byName<Value>(
  table: Readonly<Record<string, Value>>,
): (name: string) => Value | undefined {
  const exact = new Map(Object.entries(table));
  const open = [...exact]
    .filter(([name]) => name.includes('*'))
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([name, value]) => [patternOf(name), value] as const);
  return (name) => exact.get(name) ?? open.find(([pattern]) => pattern.test(name))?.[1];
}

function patternOf(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
