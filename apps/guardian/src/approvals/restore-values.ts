import { placesOf } from './places-of.ts';

/**
 * Returns a changed value with the real values wherever the reviewer left the hidden ones alone. Undefined if a
 * placeholder was moved or written into another text, since its value is unknown there.
 */
export function restoreValues(
  changed: unknown,
  shown: unknown,
  real: unknown,
): { readonly value: unknown } | undefined {
  const placeholders = new Set(placeholdersIn(shown, real));
  const value = restored(changed, shown, real);
  const text = JSON.stringify(value) ?? '';
  return [...placeholders].some((placeholder) => text.includes(placeholder))
    ? undefined
    : { value };
}

function restored(changed: unknown, shown: unknown, real: unknown): unknown {
  if (typeof changed === 'string' && changed === shown) return real;
  if (Array.isArray(changed) && Array.isArray(shown) && Array.isArray(real)) {
    const places = placesOf(changed, shown);
    return changed.map((item, index): unknown => {
      const place = places[index] ?? index;
      return restored(item, shown[place], real[place]);
    });
  }
  if (!isDict(changed) || !isDict(shown) || !isDict(real)) return changed;
  const entries = Object.entries(changed);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, restored(item, shown[key], real[key])]),
  );
}

/** Returns placeholders such as `<PASSWORD>` in the shown value that the real value does not contain. */
function placeholdersIn(shown: unknown, real: unknown): readonly string[] {
  const inReal = JSON.stringify(real) ?? '';
  const found = (JSON.stringify(shown) ?? '').match(/<[A-Z][A-Z_]*>/g) ?? [];
  return found.filter((placeholder) => !inReal.includes(placeholder));
}

function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
