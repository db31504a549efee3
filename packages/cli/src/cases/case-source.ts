import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { InterposeError } from '@interpose/core';
import { LineCounter, parseDocument, type Document } from 'yaml';

type Json = Readonly<Record<string, unknown>>;

/** Keys and indexes from the top of a file. */
export type Place = readonly (string | number)[];

/** What was written, with the way back to its lines. */
export class CaseSource {
  readonly value: unknown;
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #path: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#lines = new LineCounter();
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const [problem] = this.#document.errors;
    if (problem !== undefined) {
      const { line } = this.#lines.linePos(problem.pos[0]);
      throw invalid(
        `${basename(path)}:${line}`,
        problem.message.split('\n')[0] ?? '',
        'write YAML 1.2',
      );
    }
    this.value = this.#document.toJS({ maxAliasCount: 100 });
  }

  line(place: Place): number {
    for (let length = place.length; length >= 0; length--) {
      const node: unknown =
        length === 0 ? this.#document.contents : this.#document.getIn(place.slice(0, length), true);
      if (typeof node === 'object' && node !== null && 'range' in node)
        return this.#lines.linePos((node.range as readonly [number])[0]).line;
    }
    return 1;
  }

  fault(place: Place, problem: string, remedy: string): InterposeError {
    const where = `${basename(this.#path)}:${this.line(place)}`;
    return invalid(where, `${place.join('.') || 'the file'} ${problem}`, remedy);
  }

  object(value: unknown, place: Place): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    throw this.fault(place, 'is not an object', 'write keys and values');
  }

  list(value: unknown, place: Place): readonly unknown[] {
    if (Array.isArray(value)) return value;
    throw this.fault(place, 'is not a list', 'write a list');
  }

  known(value: Json, keys: readonly string[], place: Place): void {
    const odd = Object.keys(value).find((key) => !keys.includes(key));
    if (odd !== undefined)
      throw this.fault([...place, odd], 'is not known', `use ${keys.join(', ')}`);
  }

  named(value: unknown, place: Place): { readonly id: string } {
    const given = typeof value === 'string' ? { id: value } : this.object(value, place);
    if (typeof given['id'] === 'string') return given as { readonly id: string };
    throw this.fault(place, 'has no id', 'write an id');
  }

  time(value: unknown, place: Place): number {
    const at = value instanceof Date ? value.getTime() : Date.parse(String(value));
    if (Number.isNaN(at)) throw this.fault(place, 'is not a time', 'write 2026-01-31T12:00:00Z');
    return at;
  }
}

/** @throws InterposeError `file_unreadable`, `cases_invalid` */
export function readSource(path: string): CaseSource {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new InterposeError('file_unreadable', `${path} cannot be read`, 'check the path', {
      cause,
    });
  }
  return new CaseSource(path, text);
}

function invalid(where: string, problem: string, remedy: string): InterposeError {
  return new InterposeError('cases_invalid', `${where}: ${problem}`, remedy);
}
