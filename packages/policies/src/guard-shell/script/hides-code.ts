/** True for a text that is code where a shell evaluates it once more, as it does with subscripts in arithmetic. */
export function hidesCode(text: string | undefined): boolean {
  return text !== undefined && /\$\(|`/.test(text);
}
