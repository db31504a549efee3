/** A longer text would make a short key of a long one, and what is too long to read would not be noticed. */
const LONGEST = 4096;

/** A whole number that every database keeps as one, or a plain text, right behind a comparison and followed by its end. */
const COMPARED = /([=<>][ \t\r\n]*)(?:(\d{1,9})|'[\w .@:-]{0,200}')(?=[ \t\r\n),;]|$)/g;

/** What is left is words, numbers and signs: no quote, no comment, no escape can make it mean something else. */
const PLAIN = /^[\w \t\r\n.,()=<>*+;%\uE000\uE001-]+$/;

/**
 * A text of SQL without the values it compares with, which say nothing about what it does: two texts of one shape are read
 * alike by every parser, but for these values. Undefined for a text in which a value could be anything else.
 */
export function sqlShape(sql: string): string | undefined {
  if (sql.length > LONGEST || sql.includes('\uE000') || sql.includes('\uE001')) return undefined;
  const shape = sql.replace(
    COMPARED,
    (_, before: string, digits?: string) => before + (digits === undefined ? '\uE001' : '\uE000'),
  );
  return PLAIN.test(shape) && !shape.includes('--') ? shape : undefined;
}
