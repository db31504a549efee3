/** Whether a text runs code if a shell evaluates it again, as it does with subscripts in arithmetic. */
export function hidesCode(text: string | undefined): boolean {
  return text !== undefined && /\$\(|`/.test(text);
}
