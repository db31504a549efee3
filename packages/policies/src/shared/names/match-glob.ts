/** Compiles a glob for a whole text: `*` is any text, `?` one code unit. Takes at most pattern times text steps. */
export function matchGlob(glob: string): (text: string) => boolean {
  return (text) => matches(glob, text);
}

/** Walks glob and text together. On a mismatch the last `*` takes one more code unit, so nothing is tried twice. */
function matches(glob: string, text: string): boolean {
  let [at, read] = [0, 0];
  let [star, starred] = [-1, 0];
  while (read < text.length) {
    if (glob[at] === '*') {
      star = at++;
      starred = read;
    } else if (glob[at] === '?' || glob[at] === text[read]) {
      at++;
      read++;
    } else if (star >= 0) {
      at = star + 1;
      read = ++starred;
    } else {
      return false;
    }
  }
  while (glob[at] === '*') at++;
  return at === glob.length;
}
