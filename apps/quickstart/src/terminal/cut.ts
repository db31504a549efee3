/** A text of at most so many characters; a longer one ends in an ellipsis. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
