import type { Terminal } from '../terminal/terminal.ts';
import type { ExitCode } from './exit-code.ts';
import type { Given } from './given.ts';

/** An option as help shows it. */
export interface OptionSpec {
  /** `-s, --strict`, `--base <module>`; `--allow <code...>` may be given more than once, with one value each. */
  readonly flags: string;
  readonly about: string;
  readonly choices?: readonly string[];
  readonly initial?: string;
}

/** A word as help shows it. */
export interface WordSpec {
  /** `<code>`, `[files...]`. */
  readonly name: string;
  readonly about: string;
  readonly choices?: readonly string[];
}

/** What a command does once its code is loaded. */
export type RunCommand = (given: Given, terminal: Terminal) => Promise<ExitCode>;

/** Everything that help and completion need of a command; its code is loaded only when it runs. */
export interface CommandSpec {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** What it is for, in a few sentences. */
  readonly about: string;
  readonly words?: readonly WordSpec[];
  readonly options?: readonly OptionSpec[];
  /** A command to copy, and what it does. */
  readonly examples: readonly (readonly [command: string, about: string])[];
  readonly load: () => Promise<RunCommand>;
}
