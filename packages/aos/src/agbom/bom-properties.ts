import { Property, PropertyRepository } from '@cyclonedx/cyclonedx-library/Models';
import type { Dict } from '@interpose/core';

/** What has a place of its own in the schema. */
const ELSEWHERE: ReadonlySet<string> = new Set(['description', 'version']);

/** Everything else that is known, as names of this project: texts as they are, other values as JSON. */
export function propertiesOf(facts: Dict): PropertyRepository {
  const properties = new PropertyRepository();
  for (const [key, fact] of Object.entries(facts)) {
    const value = typeof fact === 'string' ? fact : jsonOf(fact);
    if (value !== undefined && !ELSEWHERE.has(key))
      properties.add(new Property(`interpose:${key}`, value));
  }
  return properties;
}

/** A value that JSON cannot hold says nothing in a document of JSON. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
