/** Joins chunks into one text; returns `null` without text, as the API does. */
export function joinText(text: string | readonly string[] | undefined): string | null {
  if (text === undefined) return null;
  return typeof text === 'string' ? text : text.join('');
}
