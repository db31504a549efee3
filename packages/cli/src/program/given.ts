import { InterposeError } from '@interpose/core';

/** The arguments of the command line. */
export class Given {
  /** The words that are not options. */
  readonly words: readonly string[];
  /** The folder in which the command was called. */
  readonly folder: string;
  readonly #options: Readonly<Record<string, unknown>>;

  constructor(
    words: readonly string[],
    options: Readonly<Record<string, unknown>>,
    folder: string = workingFolder(),
  ) {
    this.words = words;
    this.folder = folder;
    this.#options = options;
  }

  /** Refuses options that the action does not use. @throws InterposeError `usage_invalid` */
  takeOnly(action: string, ...names: readonly string[]): void {
    for (const name of Object.keys(this.#options))
      if (name !== 'json' && !names.includes(name))
        throw usageError(`${action} has no option ${flagOf(name)}`, 'leave it out');
  }

  flag(name: string): boolean {
    return this.#options[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#options[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns a required text. @throws InterposeError `usage_invalid` */
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined)
      throw usageError(`${flagOf(name)} is missing`, `add ${flagOf(name)} <value>`);
    return value;
  }

  texts(name: string): readonly string[] {
    const value = this.#options[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  }

  /** Returns a whole number that is not negative. @throws InterposeError `usage_invalid` */
  count(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^\d{1,15}$/.test(value)) return Number(value);
    throw usageError(`${flagOf(name)} is ${JSON.stringify(value)}`, 'give a whole number');
  }

  /** Returns a whole number from `least` to 100. @throws InterposeError `usage_invalid` */
  percent(name: string, least: number): number | undefined {
    const value = this.count(name);
    if (value === undefined || (value >= least && value <= 100)) return value;
    throw usageError(`${flagOf(name)} is ${value}`, `give a percentage from ${least} to 100`);
  }
}

/** @throws InterposeError `file_unreadable` where the folder is gone */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new InterposeError(
      'file_unreadable',
      `the working directory cannot be read: ${(error as Error).message}`,
      'change into a folder that is there',
    );
  }
}

/** Returns `--per-run` for `perRun`. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Returns the error for a command line that cannot be run; the command ends with exit code 2. */
export function usageError(problem: string, remedy: string): InterposeError {
  return new InterposeError('usage_invalid', problem, remedy);
}
