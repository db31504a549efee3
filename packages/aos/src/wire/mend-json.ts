import type { Repair } from './repair.ts';

/**
 * Repairs a text that is no JSON: escapes line breaks and tabs inside strings, drops commas before a closing bracket.
 * It takes one pass over the text, since the sender chooses how hard the text is to read.
 */
export function mendJson(text: string): {
  readonly text: string;
  readonly repairs: readonly Repair[];
} {
  const pass = new MendingPass(text);
  return pass.run();
}

const BREAKS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const AFTER_VALUE = /["\]}\w]/;

class MendingPass {
  readonly #text: string;
  readonly #pieces: string[] = [];
  readonly #repairs = new Set<Repair>();
  #kept = 0;
  #inString = false;
  #afterValue = false;
  /** The index of a comma after a value, while nothing has followed it. */
  #comma = -1;

  constructor(text: string) {
    this.#text = text;
  }

  run(): { readonly text: string; readonly repairs: readonly Repair[] } {
    for (let index = 0; index < this.#text.length; index++) {
      const character = this.#text[index]!;
      if (!this.#inString) this.#outside(character, index);
      else if (character === '\\') index++;
      else if (character === '"') this.#inString = false;
      else if (character in BREAKS) this.#replace(index, BREAKS[character]!, 'json-raw-newline');
    }
    this.#pieces.push(this.#text.slice(this.#kept));
    const repairs = ORDER.filter((repair) => this.#repairs.has(repair));
    return { text: this.#pieces.join(''), repairs };
  }

  #outside(character: string, index: number): void {
    if (/\s/.test(character)) return;
    const isEnd = character === '}' || character === ']';
    if (isEnd && this.#comma >= 0) this.#replace(this.#comma, '', 'json-trailing-comma');
    this.#comma = character === ',' && this.#afterValue ? index : -1;
    this.#afterValue = AFTER_VALUE.test(character);
    this.#inString = character === '"';
  }

  #replace(index: number, by: string, repair: Repair): void {
    this.#pieces.push(this.#text.slice(this.#kept, index), by);
    this.#kept = index + 1;
    this.#repairs.add(repair);
  }
}

const ORDER = ['json-raw-newline', 'json-trailing-comma'] as const;
