import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';

import { ownOutput } from './own-output.ts';
import { printable } from './printable.ts';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Stands for the escape character of a colour until a line is written; no text from outside can contain it. */
const COLOUR = `\u0000${randomUUID()}`;

/** Where a command writes: results to standard output, everything else to standard error. */
export class Terminal {
  readonly isJson: boolean;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;

  constructor(
    isJson: boolean,
    out: NodeJS.WriteStream = ownOutput,
    err: NodeJS.WriteStream = process.stderr,
  ) {
    this.isJson = isJson;
    this.#out = out;
    this.#err = err;
  }

  /** The width: 80 columns unless the terminal is narrower. */
  get columns(): number {
    return Math.min(80, this.#out.columns ?? 80);
  }

  get hasProgress(): boolean {
    return this.#err.isTTY && !this.isJson;
  }

  /** Prints one line of the result for people, with nothing that a terminal obeys; nothing if JSON was requested. */
  say(line = ''): void {
    if (!this.isJson) this.#out.write(`${written(line)}\n`);
  }

  /** Prints several lines of the result for people. */
  block(lines: string): void {
    for (const line of lines.split('\n')) this.say(line);
  }

  /** Prints the result for programs; prints nothing if JSON was not requested. */
  json(value: unknown): void {
    if (this.isJson) this.#out.write(`${eachLine(JSON.stringify(value, undefined, 2))}\n`);
  }

  /** Prints one result of several for programs, as one line of JSON. */
  jsonLine(value: unknown): void {
    if (this.isJson) this.#out.write(`${printable(JSON.stringify(value))}\n`);
  }

  /** Prints lines that are not part of the result. */
  warn(lines: string): void {
    this.#err.write(`${eachLine(lines)}\n`);
  }

  /** Overwrites the last line of standard error. */
  overwrite(line: string): void {
    this.#err.write(`\r\u001b[2K${line}`);
  }

  /** Colours a text on a terminal, following NO_COLOR and FORCE_COLOR; plain elsewhere. */
  paint(colour: Colour, text: string): string {
    const plain = printable(text);
    return styleText(colour, plain, { stream: this.#out }).replaceAll('\u001b', COLOUR);
  }
}

function eachLine(lines: string): string {
  return lines.split('\n').map(written).join('\n');
}

/** Returns a line as it is written: printable, with its colours. */
function written(line: string): string {
  return line.split(COLOUR).map(printable).join('\u001b');
}
