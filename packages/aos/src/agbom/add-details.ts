import type { Dict } from '@interpose/core';

import { isDict } from '../wire/is-dict.ts';

/** Returns the document with further fields for the parts that have these references, at any depth. */
export function addDetails<Document extends object>(
  document: Document,
  details: ReadonlyMap<string, Dict>,
): Document {
  const detailed = Object.entries(document).map(([key, value]) => [key, addWithin(value, details)]);
  return Object.fromEntries(detailed) as Document;
}

function addWithin(value: unknown, details: ReadonlyMap<string, Dict>): unknown {
  if (Array.isArray(value)) return value.map((item) => addWithin(item, details));
  if (!isDict(value)) return value;
  const ref = value['bom-ref'];
  const own = typeof ref === 'string' ? details.get(ref) : undefined;
  return { ...addDetails(value, details), ...own };
}
