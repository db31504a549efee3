/** The look-alikes of a to z in other scripts, by the letter they resemble (after the confusables of Unicode TR39). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'Ьƅ',
  c: 'сϲⅽ',
  d: 'ԁɗ',
  e: 'еҽε',
  f: 'ƒẝ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іɩιı',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏⅼǀ',
  m: 'мⅿ',
  n: 'ոпη',
  o: 'оοօσ',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гⲅ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսʋ',
  v: 'νѵ',
  w: 'ԝѡ',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ',
};

const latin = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) =>
    Array.from(alike, (each) => [each.toLowerCase(), letter] as const),
  ),
);

/** Marks, blanks and characters drawn as nothing, also fillers that count as letters and the empty Braille sign. */
const INVISIBLE = /[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\s\u2800]/gu;

/** Returns a name as people see it: lower case, look-alikes in Latin, no width, accents or invisible characters. */
export function foldName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(INVISIBLE, '').toLowerCase();
  return Array.from(plain, (letter) => latin.get(letter) ?? letter).join('');
}
