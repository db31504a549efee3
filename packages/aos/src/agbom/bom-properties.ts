import { Property, PropertyRepository } from '@cyclonedx/cyclonedx-library/Models';
import type { Dict } from '@interpose/core';

/** Facts that have their own field in the schema. */
const ELSEWHERE: ReadonlySet<string> = new Set(['description', 'version']);

/** Returns all other facts as properties with a prefix of this project: texts unchanged, other values as JSON. */
export function propertiesOf(facts: Dict): PropertyRepository {
  const properties = new PropertyRepository();
  for (const [key, fact] of Object.entries(facts)) {
    const value = typeof fact === 'string' ? fact : jsonOf(fact);
    if (value !== undefined && !ELSEWHERE.has(key))
      properties.add(new Property(`interpose:${key}`, value));
  }
  return properties;
}

/** Returns a value as JSON; undefined if JSON cannot hold it, so that it is left out. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
