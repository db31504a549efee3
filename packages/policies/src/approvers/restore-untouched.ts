import { placesOf } from './places-of.ts';

/**
 * A change with the real values in it, or the first placeholder that has no real value at its place.
 *
 * @example
 * const moved: Restored = { isWhole: false, placeholder: '<EMAIL_ADDRESS>' };
 */
export type Restored =
  | { readonly isWhole: true; readonly value: unknown }
  | { readonly isWhole: false; readonly placeholder: string };

/**
 * A value, the same value as the approver saw it, and the placeholders that stood in the shown one.
 *
 * @example
 * const mail: Redacted = { real: 'ann@mail.example', shown: '<EMAIL_ADDRESS>', placeholders: ['<EMAIL_ADDRESS>'] };
 */
export interface Redacted {
  readonly real: unknown;
  readonly shown: unknown;
  readonly placeholders: readonly string[];
}

/**
 * Puts the real values back into a change that somebody made on a redacted value: a part that is still as it was shown,
 * at its old place, or moved with the rest of its list, becomes the real part. A placeholder anywhere else would run as
 * plain text, so it is returned.
 *
 * @example
 * const placeholders = ['<EMAIL_ADDRESS>'];
 * const redacted = { real: { to: 'ann@mail.example' }, shown: { to: '<EMAIL_ADDRESS>' }, placeholders };
 * restoreUntouched({ to: '<EMAIL_ADDRESS>', cc: 'bob@mail.example' }, redacted).isWhole; // => true
 */
export function restoreUntouched(
  change: unknown,
  { shown, real, placeholders }: Redacted,
): Restored {
  let odd: string | undefined;
  const checked = (text: string): string => {
    odd ??= placeholders.find((placeholder) => text.includes(placeholder));
    return text;
  };
  const restore = (value: unknown, was: unknown, is: unknown): unknown => {
    if (was !== is && isSame(value, was)) return is;
    if (typeof value === 'string') return checked(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const places = Array.isArray(was) ? placesOf(value, was) : [];
      return value.map((item, index) => {
        const place = String(places[index]);
        return restore(item, at(was, place), at(is, place));
      });
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        checked(key),
        restore(item, at(was, key), at(is, key)),
      ]),
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
