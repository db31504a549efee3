const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]--[\n\t]]/gv;

/**
 * A text from agents or models as a terminal may show it: whatever would move the cursor, colour or turn around what is
 * shown is written out, as JSON writes it.
 */
export function plain(text: string): string {
  return text.replace(UNSEEN, (found) => {
    const halves = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at));
    return halves.map((half) => `\\u${half.toString(16).padStart(4, '0')}`).join('');
  });
}
