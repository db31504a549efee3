/**
 * Returns a call's name and arguments as one text that does not depend on the spacing of the JSON, since hosts parse
 * arguments and write them again.
 */
export function describeCall(name: string, written: string): string {
  try {
    return `${name} ${JSON.stringify(JSON.parse(written))}`;
  } catch {
    return `${name} ${written}`;
  }
}
