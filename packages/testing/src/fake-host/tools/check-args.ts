import type { Dict } from '@interpose/core';

/** Returns how arguments violate this JSON Schema: required members, their types, unknown members. */
export function checkArgs(schema: Dict | undefined, args: Dict): string | undefined {
  if (schema === undefined) return undefined;
  const properties = (schema['properties'] ?? {}) as Readonly<
    Record<string, { readonly type?: string }>
  >;
  const missing = ((schema['required'] ?? []) as readonly string[]).find((name) => !(name in args));
  if (missing !== undefined) return `${missing} is missing`;
  for (const [name, value] of Object.entries(args)) {
    const wanted = properties[name]?.type;
    if (wanted === undefined && schema['additionalProperties'] === false)
      return `${name} is unknown`;
    if (wanted !== undefined && typeOf(value) !== wanted) return `${name} is no ${wanted}`;
  }
  return undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
