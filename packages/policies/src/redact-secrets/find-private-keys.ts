import type { Span } from '../shared/redaction/redactor/detector.ts';

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const LABEL = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const ENDING = /-----END [A-Z0-9 ]{1,64}-----/y;
/** The characters of a key, also with escaped line breaks. */
const BODY = /(?:[A-Za-z0-9+/=\s\\:,.()]|-(?!----)){0,20000}/y;
const LONGEST = 20_000;

/** Finds private keys in PEM form, also without their end. Linear: each end is searched once. */
export function findPrivateKeys(text: string): readonly Span[] {
  const spans: Span[] = [];
  let end = -1;
  let start = text.indexOf(BEGIN);
  while (start >= 0) {
    LABEL.lastIndex = start;
    let after = start + BEGIN.length;
    if (LABEL.test(text)) {
      const bodyStart = LABEL.lastIndex;
      if (end < bodyStart) end = endFrom(text, bodyStart);
      after = keyEnd(text, bodyStart, end);
      if (after > bodyStart + 8) spans.push({ start, end: after, type: 'PRIVATE_KEY' });
    }
    start = text.indexOf(BEGIN, after);
  }
  return spans;
}

function endFrom(text: string, from: number): number {
  const end = text.indexOf(END, from);
  return end < 0 ? text.length : end;
}

function keyEnd(text: string, bodyStart: number, end: number): number {
  if (end < text.length && end - bodyStart <= LONGEST) {
    ENDING.lastIndex = end;
    const inner = text.indexOf(BEGIN, bodyStart);
    if ((inner < 0 || inner > end) && ENDING.test(text)) return ENDING.lastIndex;
  }
  BODY.lastIndex = bodyStart;
  return bodyStart + (BODY.exec(text)?.[0].length ?? 0);
}
