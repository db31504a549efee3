import { InterposeError } from '@interpose/core';
import { LineCounter, parseDocument, visit, type Document } from 'yaml';

/** A place in a file of rules: keys and indexes from the top. */
export type Place = readonly (string | number)[];

/** Rules as they were written, with the place of each value in the text. */
export interface RuleSource {
  readonly value: unknown;
  /** Makes the error that names file, line and remedy. Default code: `invalid_rules`. */
  fault(place: Place, problem: string, remedy: string, code?: string): InterposeError;
}

/**
 * Reads YAML 1.2 or JSON; an object is used as it is.
 *
 * @throws InterposeError `invalid_rules` for text that cannot be parsed, naming the line.
 */
export function readSource(source: unknown, file: string): RuleSource {
  return typeof source === 'string' ? fromText(source, file) : fromObject(source, file);
}

function fromText(text: string, file: string): RuleSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  checkEncoding(text, file, lines);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw invalid(`${file}:${line}:${col}`, firstLine(problem.message), 'write YAML 1.2 or JSON');
  }
  checkNumbers(document, file, lines);
  const fault: RuleSource['fault'] = (place, wrong, remedy, code) =>
    invalid(`${file}:${position(document, lines, place)} ${written(place)}`, wrong, remedy, code);
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) as unknown, fault };
  } catch (error) {
    throw fault([], firstLine(String(error)), 'use fewer aliases');
  }
}

/** Refuses text of another encoding, which reads as other names than were written, so that their rules never apply. */
function checkEncoding(text: string, file: string, lines: LineCounter): void {
  const at = text.indexOf('\uFFFD');
  if (at < 0) return;
  const { line, col } = lines.linePos(at);
  throw invalid(`${file}:${line}:${col}`, 'holds what is no UTF-8', 'save the file as UTF-8');
}

const WHOLE = /^[-+]?(?:\d+|0x[\da-f]+|0o[0-7]+)$/i;

/** Refuses a number that would be read as another one, so that its rule would be about other values than it says. */
function checkNumbers(document: Document, file: string, lines: LineCounter): void {
  visit(document, {
    Scalar: (_, { value, source = '', range }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return;
      if (WHOLE.test(source) || (Math.abs(value) === Infinity && !/inf/i.test(source))) {
        const { line, col } = lines.linePos(range?.[0] ?? 0);
        const problem = `${source} is larger than a number can be here without being rounded`;
        throw invalid(`${file}:${line}:${col}`, problem, 'write it as a text, in quotes');
      }
    },
  });
}

function fromObject(source: unknown, file: string): RuleSource {
  const fault: RuleSource['fault'] = (place, problem, remedy, code) =>
    invalid(`${file} ${written(place)}`, problem, remedy, code);
  try {
    return { value: structuredClone(source), fault };
  } catch {
    throw fault([], 'is no plain data', 'pass YAML, JSON or an object of plain values');
  }
}

/** Returns line and column of the value, or of the nearest value around it that has a position. */
function position(document: Document, lines: LineCounter, place: Place): string {
  for (let length = place.length; length >= 0; length--) {
    const node: unknown =
      length === 0 ? document.contents : document.getIn(place.slice(0, length), true);
    if (typeof node !== 'object' || node === null || !('range' in node)) continue;
    const { line, col } = lines.linePos((node.range as readonly [number])[0]);
    return `${line}:${col}`;
  }
  return '1:1';
}

function written(place: Place): string {
  if (place.length === 0) return 'the file';
  return place
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`))
    .join('');
}

function invalid(
  where: string,
  problem: string,
  remedy: string,
  code: string = 'invalid_rules',
): InterposeError {
  return new InterposeError(code, `${where}: ${problem}`, remedy);
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
