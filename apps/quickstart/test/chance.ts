/** A number below a limit that depends on what a value holds and on nothing else. */
export function chance(value: unknown, below: number): number {
  let sum = 7;
  for (const character of JSON.stringify(value) ?? '') {
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  }
  return sum % below;
}
