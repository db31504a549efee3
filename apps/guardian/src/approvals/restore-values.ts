import { restoreUntouched } from '@interpose/policies/approvers';

/**
 * Returns a changed value with the real values wherever the reviewer left the hidden ones alone. Undefined if a
 * placeholder was moved or written into another text, since its value is unknown there.
 */
export function restoreValues(
  changed: unknown,
  shown: unknown,
  real: unknown,
): { readonly value: unknown } | undefined {
  const placeholders = placeholdersIn(shown, real);
  const restored = restoreUntouched(changed, { shown, real, placeholders });
  return restored.isWhole ? { value: restored.value } : undefined;
}

/** Returns placeholders such as `<PASSWORD>` in the shown value that the real value does not contain. */
function placeholdersIn(shown: unknown, real: unknown): readonly string[] {
  const inReal = JSON.stringify(real) ?? '';
  const found = (JSON.stringify(shown) ?? '').match(/<[A-Z][A-Z_]*>/g) ?? [];
  return found.filter((placeholder) => !inReal.includes(placeholder));
}
