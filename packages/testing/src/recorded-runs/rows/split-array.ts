import { parseRow } from './parse-row.ts';
import type { RawRow } from './split-lines.ts';

const firstKey = /^\s*\[\s*\{\s*("(?:[^"\\]|\\.)*")\s*:/;

/**
 * Returns the elements of a JSON list one by one, so that a broken element does not affect the others. After a broken
 * element, the next starts where an object opens with the list's first key.
 */
export function splitArray(text: string, firstLine: number): readonly RawRow[] {
  const rows: RawRow[] = [];
  const key = firstKey.exec(text)?.[1];
  const lineAt = lineCounter(text, firstLine);
  let start = text.indexOf('[') + 1;
  for (;;) {
    start = skipSeparators(text, start);
    if (start >= text.length || text[start] === ']') break;
    const end = endOfElement(text, start, key);
    rows.push({ kind: 'row', text: text.slice(start, end).trim(), line: lineAt(start) });
    start = end;
  }
  if (start >= text.length) {
    const line = rows.at(-1)?.line ?? firstLine;
    rows.push({ kind: 'broken', reason: 'the list is not closed', line });
  }
  return rows;
}

function endOfElement(text: string, start: number, key: string | undefined): number {
  const end = scanElement(text, start);
  if (key === undefined || isJson(text.slice(start, end))) return end;
  const next = new RegExp(String.raw`,\s*\{\s*${escape(key)}\s*:`, 'g');
  next.lastIndex = start;
  return Math.min(next.exec(text)?.index ?? text.length, text.length);
}

/** Returns the position of the next comma or list end outside of every bracket and string. */
function scanElement(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isText) {
      if (character === '\\') index += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return index;
      depth -= 1;
    } else if (character === ',' && depth === 0) return index;
  }
  return text.length;
}

function skipSeparators(text: string, start: number): number {
  const separators = /[\s,]*/y;
  separators.lastIndex = start;
  return start + (separators.exec(text)?.[0].length ?? 0);
}

function isJson(text: string): boolean {
  try {
    parseRow(text);
    return true;
  } catch {
    return false;
  }
}

function escape(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Returns the line of a position. It only counts forward: ask for positions in ascending order. */
function lineCounter(text: string, firstLine: number): (place: number) => number {
  let line = firstLine;
  let counted = 0;
  return (place) => {
    for (; counted < place; counted += 1) if (text[counted] === '\n') line += 1;
    return line;
  };
}
