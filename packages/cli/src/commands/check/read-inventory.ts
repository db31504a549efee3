import { readFileSync } from 'node:fs';

import { InterposeError } from '@interpose/core';

/**
 * Reads tool names from a JSON list of names or of objects with a name, or from a CycloneDX AgBOM.
 *
 * @throws InterposeError `file_unreadable`
 */
export function readInventory(path: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const list = Array.isArray(value)
      ? value
      : (value as { readonly components?: unknown }).components;
    if (!Array.isArray(list)) throw new TypeError('it contains no list of tools');
    return new Set(list.map((each: unknown) => nameOf(each)).filter((name) => name !== undefined));
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `${path} cannot be read: ${(error as Error).message}`,
      'give a JSON list of names, or a CycloneDX AgBOM',
    );
  }
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('name' in value)) return undefined;
  return typeof value.name === 'string' ? value.name : undefined;
}
