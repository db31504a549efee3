import type { Terminal } from '../terminal/terminal.ts';
import type { ExitCode } from './exit-code.ts';
import type { Given } from './given.ts';

/** An option as help shows it. */
export interface OptionSpec {
  /** `-s, --strict`, `--base <module>`; `--allow <code...>` may be repeated, with one value each. */
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

/** A command as help and completion need it; its code is loaded only when it runs. */
export interface CommandSpec {
  readonly name: string;
  /** The line in the list of commands. */
  readonly summary: string;
  /** The purpose of the command, in a few sentences. */
  readonly about: string;
  readonly words?: readonly WordSpec[];
  readonly options?: readonly OptionSpec[];
  /** Commands to copy, each with its purpose. */
  readonly examples: readonly (readonly [command: string, about: string])[];
  readonly load: () => Promise<RunCommand>;
}
