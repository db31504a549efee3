import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { InterposeError } from '@interpose/core';
import { LineCounter, parseDocument, visit, type Document } from 'yaml';

type Json = Readonly<Record<string, unknown>>;

/** A path of keys and indexes from the top of a file. */
export type Place = readonly (string | number)[];

/** The parsed content of a file, with the line of each part. */
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
    if (problem !== undefined)
      throw this.#faultAt(problem.pos[0], problem.message.split('\n')[0]!, 'write YAML 1.2');
    this.#refuseLoops();
    try {
      this.value = this.#document.toJS({ maxAliasCount: 100 });
    } catch {
      throw this.#faultAt(0, 'its aliases stand for too much', 'use fewer aliases');
    }
  }

  /** Refuses an alias that names no anchor or its own parent, with the line of the alias. */
  #refuseLoops(): void {
    visit(this.#document, {
      Alias: (_, alias, around) => {
        const meant = alias.resolve(this.#document);
        if (meant !== undefined && !around.includes(meant)) return;
        const problem = `*${alias.source} names nothing that ends above it`;
        throw this.#faultAt(alias.range![0], problem, 'write out what it means');
      },
    });
  }

  #faultAt(offset: number, problem: string, remedy: string): InterposeError {
    const where = `${basename(this.#path)}:${this.#lines.linePos(offset).line}`;
    return new InterposeError('cases_invalid', `${where}: ${problem}`, remedy);
  }

  /** Returns the offset of a place, or of the nearest part around it that has an offset. */
  #offset(place: Place): number {
    for (let length = place.length; length >= 0; length--) {
      const node: unknown =
        length === 0 ? this.#document.contents : this.#document.getIn(place.slice(0, length), true);
      if (typeof node === 'object' && node !== null && 'range' in node)
        return (node.range as readonly [number])[0];
    }
    return 0;
  }

  line(place: Place): number {
    return this.#lines.linePos(this.#offset(place)).line;
  }

  fault(place: Place, problem: string, remedy: string): InterposeError {
    const what = place.join('.') || 'the file';
    return this.#faultAt(this.#offset(place), `${what} ${problem}`, remedy);
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
