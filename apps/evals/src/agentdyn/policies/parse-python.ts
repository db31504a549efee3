/**
 * Reads a literal as Python prints it: dictionaries, lists, tuples, texts, numbers, `True`, `False`, `None`, and calls
 * such as `Issue(title='a')` as dictionaries.
 *
 * @throws SyntaxError where it is none.
 */
export function parsePython(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value();
  reader.end();
  return value;
}

const TOKEN =
  /\s*(?:('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")|(-?\d[\w.+-]*)|([A-Za-z_]\w*)|([[\](){}:,=]))/y;
const NAMED: ReadonlyMap<string, unknown> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
] as const);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
]);

type Token = { readonly kind: 'text' | 'number' | 'name' | 'sign'; readonly text: string };

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): unknown {
    const token = this.#next();
    if (token.kind === 'text') return unquoted(token.text);
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'name') {
      if (NAMED.has(token.text)) return NAMED.get(token.text);
      this.#expect('(');
      return this.#entries(')');
    }
    if (token.text === '{') return this.#entries('}');
    const closing = CLOSING.get(token.text);
    if (closing === undefined) throw this.#wrong(token.text);
    return this.#items(closing);
  }

  end(): void {
    if (this.#text.slice(this.#at).trim() !== '') throw this.#wrong('more');
  }

  #items(closing: string): unknown[] {
    const items: unknown[] = [];
    while (!this.#take(closing)) {
      items.push(this.value());
      if (!this.#take(',') && !this.#sees(closing)) throw this.#wrong('no comma');
    }
    return items;
  }

  #entries(closing: string): Readonly<Record<string, unknown>> {
    const entries: [string, unknown][] = [];
    while (!this.#take(closing)) {
      const { kind, text } = this.#next();
      this.#expect(closing === ')' ? '=' : ':');
      entries.push([kind === 'text' ? unquoted(text) : text, this.value()]);
      if (!this.#take(',') && !this.#sees(closing)) throw this.#wrong('no comma');
    }
    return Object.fromEntries(entries);
  }

  #next(): Token {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (match === null) throw this.#wrong(this.#text.slice(this.#at, this.#at + 10));
    this.#at = TOKEN.lastIndex;
    const [, text, number, name, sign] = match;
    if (text !== undefined) return { kind: 'text', text };
    if (number !== undefined) return { kind: 'number', text: number };
    return name === undefined ? { kind: 'sign', text: sign! } : { kind: 'name', text: name };
  }

  #sees(sign: string): boolean {
    return this.#text.slice(this.#at).trimStart().startsWith(sign);
  }

  #take(sign: string): boolean {
    const isThere = this.#sees(sign);
    if (isThere) this.#at = this.#text.indexOf(sign, this.#at) + sign.length;
    return isThere;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#wrong(`no ${sign}`);
  }

  #wrong(what: string): SyntaxError {
    return new SyntaxError(`no Python literal: ${what} at ${this.#at}`);
  }
}

function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|[\s\S])/gi, (_, escape: string) => {
      if (escape.length > 1) return String.fromCodePoint(parseInt(escape.slice(1), 16));
      return escape === 'n' ? '\n' : escape === 't' ? '\t' : escape === 'r' ? '\r' : escape;
    });
}
