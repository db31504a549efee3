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

  /** Eighty columns unless the terminal is narrower. */
  get columns(): number {
    return Math.min(80, this.#out.columns ?? 80);
  }

  get hasProgress(): boolean {
    return this.#err.isTTY && !this.isJson;
  }

  /** A line of the result for people; nothing where JSON was asked for. */
  say(line = ''): void {
    if (!this.isJson) this.#out.write(`${line}\n`);
  }

  /** The result for programs; nothing where it was not asked for. */
  json(value: unknown): void {
    if (this.isJson) this.#out.write(`${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** Text as it is, whatever form of result was asked for. */
  raw(text: string): void {
    this.#out.write(text);
  }

  /** A line that is no result. */
  warn(line: string): void {
    this.#err.write(`${line}\n`);
  }

  /** Writes over the last line of standard error. */
  overwrite(line: string): void {
    this.#err.write(`\r\u001b[2K${line}`);
  }

  /** Coloured on a terminal, plain elsewhere; follows NO_COLOR and FORCE_COLOR. */
  paint(colour: Colour, text: string): string {
    return styleText(colour, text, { stream: this.#out });
  }
}
