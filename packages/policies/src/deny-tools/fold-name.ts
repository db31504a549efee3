/** Letters of other scripts that look like one of a to z, by that letter (after the confusables of Unicode TR39). */
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

/** Marks, blanks and what is drawn as nothing, also the fillers that count as letters and the empty Braille sign. */
const INVISIBLE = /[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\s\u2800]/gu;

/** What a name looks like: lower case, no width, accents or invisible characters, look-alike letters as Latin ones. */
export function foldName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(INVISIBLE, '').toLowerCase();
  return Array.from(plain, (letter) => latin.get(letter) ?? letter).join('');
}
