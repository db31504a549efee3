/** One text of what may be given in chunks; `null` where there is none, as the wire writes it. */
export function joinText(text: string | readonly string[] | undefined): string | null {
  if (text === undefined) return null;
  return typeof text === 'string' ? text : text.join('');
}
