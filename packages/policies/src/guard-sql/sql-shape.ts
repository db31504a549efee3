/** The longest text with a shape. A long text with a short shape would escape the check for its length. */
const LONGEST = 4096;

/** A whole number that no database rounds, or a plain text: right after a comparison, at the end of an expression. */
const COMPARED = /([=<>][ \t\r\n]*)(?:(\d{1,9})|'[\w .@:-]{0,200}')(?=[ \t\r\n),;]|$)/g;

/** A shape has only words, numbers and signs: no quote, comment or escape can give it another meaning. */
const PLAIN = /^[\w \t\r\n.,()=<>*+;%\uE000\uE001-]+$/;

/**
 * Returns SQL without the values it compares with, which do not affect what it does: every parser reads two texts of
 * one shape alike, except for these values. Undefined when a value in the text could be anything else.
 */
export function sqlShape(sql: string): string | undefined {
  if (sql.length > LONGEST || /[\uE000\uE001]/.test(sql)) return undefined;
  const shape = sql.replace(
    COMPARED,
    (_, before: string, digits?: string) => before + (digits === undefined ? '\uE001' : '\uE000'),
  );
  return PLAIN.test(shape) && !shape.includes('--') ? shape : undefined;
}
