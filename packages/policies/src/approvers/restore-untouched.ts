/** A change with real values in it, or the placeholder that nothing real is known for. */
export type Restored =
  | { readonly isWhole: true; readonly value: unknown }
  | { readonly isWhole: false; readonly placeholder: string };

/** A value as it is and as it was shown, and what stood in it for what was not shown. */
export interface Redacted {
  readonly real: unknown;
  readonly shown: unknown;
  readonly placeholders: readonly string[];
}

/**
 * Puts the real values back into a change that somebody made on a redacted value: what stands at the same place as
 * before, as it was shown, is the real value. A placeholder anywhere else would run as a text, so it is told.
 */
export function restoreUntouched(
  change: unknown,
  { shown, real, placeholders }: Redacted,
): Restored {
  let odd: string | undefined;
  const restore = (value: unknown, was: unknown, is: unknown): unknown => {
    if (was !== is && isSame(value, was)) return is;
    if (typeof value === 'string') {
      odd ??= placeholders.find((placeholder) => value.includes(placeholder));
      return value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return value.map((item, index) =>
        restore(item, at(was, String(index)), at(is, String(index))),
      );
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, restore(item, at(was, key), at(is, key))]),
    );
  };
  const value = restore(change, shown, real);
  return odd === undefined ? { isWhole: true, value } : { isWhole: false, placeholder: odd };
}

function isSame(one: unknown, other: unknown): boolean {
  return (
    one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
  );
}

function at(holder: unknown, key: string): unknown {
  return (holder as Record<string, unknown> | undefined)?.[key];
}
