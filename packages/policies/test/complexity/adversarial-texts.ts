/** A text of any length that is made to take a scanner long: a beginning, something repeated, an end. */
export interface AdversarialText {
  readonly start?: string;
  readonly piece: string;
  readonly end?: string;
}

/** The text, at most this long. */
export function textOf({ start = '', piece, end = '' }: AdversarialText, length: number): string {
  const times = Math.max(1, Math.floor((length - start.length - end.length) / piece.length));
  return start + piece.repeat(times) + end;
}

/** What the pieces of scanned languages are: letters, numbers, brackets, beginnings of links, keys and encodings. */
export const PIECES: readonly string[] = [
  ...['a', '1', '1 ', '(1', '. ', 'a.b ', 'é', '\u{E0041}', '\n', ' ', '-', '/', '\\', '@', ':'],
  ...['a@', 'a@b.co ', 'a@b.co,', '1.2.3.4.', '::1', 'GB82 WEST ', '4111 ', '078-05-', '(0) '],
  ...['http://', 'http://a.b/', 'https:\\\\a', '//', '://', 'www.a', '](', '![a](', '<a href="'],
  ...[
    '<EMAIL_ADDRESS_1>',
    '<',
    '-----BEGIN PRIVATE KEY-----',
    'password: hunter2!x ',
    'eyJaaaaaaaa.',
  ],
  ...['Bearer aaaaaaaaaaaa ', 'sk-', '%41', '&#x41;', '\\u0041', 'ZXZpbC5leGFtcGxl', '6576696c '],
  ...['(', '$(', '`', '"', "'", '((', '{', '[[', '<<a ', '<(', ';', 'a;', 'a|', 'a &', '$((', '${'],
  ...[
    '"$(',
    'cd a;',
    'env ',
    'xargs ',
    'sh -c ',
    'find . -exec a \\; ',
    'a=b ',
    '>a ',
    '$[',
    'cp a b; ',
  ],
  ...['[', '"a",', '{"a":', 'Ann ', 'a.a@', 'a-a.'],
];

/** Found by `fuzz-texts.ts`: each held a decision for longer than it may be, or longer than in proportion, once. */
export const FOUND: readonly AdversarialText[] = [
  { piece: '<<a ' },
  { piece: '1', end: '!' },
  { start: 'a ', piece: 'a' },
  { piece: 'ZXZpbC5leGFtcGxl' },
  { piece: '4111 ' },
  { piece: 'http://a.b/' },
  { piece: '4111 ', end: '078-05-' },
  { start: '078-05-eyJaaaaaaaa.', piece: '${Bearer aaaaaaaaaaaa ', end: '${\\u0041' },
  { piece: '//::1', end: 'é' },
  { piece: '[password: hunter2!x ' },
  { piece: '& ' },
  { piece: '&ab ' },
  { piece: '&lt' },
  { piece: '&nbsp; ' },
  { piece: '\\/\\/' },
  { start: '\\=//', piece: ', ' },
  { start: '\\=//', piece: 'x\\;' },
  { start: 'http:&#65;', piece: '. ' },
  { piece: 'aaaaaaaaaaaaaaa ' },
  { piece: '::1<(' },
];
