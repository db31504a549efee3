/**
 * Looks up a name in a table whose names may contain `*`: the exact name first, then the longest name that matches.
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
