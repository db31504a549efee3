import { styleText } from 'node:util';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Where a command writes: results to standard output, everything else to standard error. */
export class Terminal {
  readonly isJson: boolean;
  readonly #out: NodeJS.WriteStream;
  readonly #err: NodeJS.WriteStream;

  constructor(
    isJson: boolean,
    out: NodeJS.WriteStream = process.stdout,
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

  /** Prints a line of the result for people; prints nothing if JSON was requested. */
  say(line = ''): void {
    if (!this.isJson) this.#out.write(`${line}\n`);
  }

  /** Prints the result for programs; prints nothing if JSON was not requested. */
  json(value: unknown): void {
    if (this.isJson) this.#out.write(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** Prints text as it is, in either mode. */
  raw(text: string): void {
    this.#out.write(text);
  }

  /** Prints a line that is not part of the result. */
  warn(line: string): void {
    this.#err.write(`${line}\n`);
  }

  /** Overwrites the last line of standard error. */
  overwrite(line: string): void {
    this.#err.write(`\r\u001b[2K${line}`);
  }

  /** Colours a text on a terminal, following NO_COLOR and FORCE_COLOR; plain elsewhere. */
  paint(colour: Colour, text: string): string {
    return styleText(colour, text, { stream: this.#out });
  }
}
