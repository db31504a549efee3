/**
 * A call's name and arguments as one text that does not depend on how the JSON is spaced: hosts
 * parse arguments and write them anew.
 */
export function describeCall(name: string, written: string): string {
  try {
    return `${name} ${JSON.stringify(JSON.parse(written))}`;
  } catch {
    return `${name} ${written}`;
  }
}
