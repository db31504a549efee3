/**
 * An argument of a command; undefined when it is known only at run time (`$x`, `$(…)`, globs).
 *
 * @example
 * const args: readonly ShellArgument[] = ['-rf', undefined];
 */
export type ShellArgument = string | undefined;

/** One simple command: a program and its arguments, without the syntax around it. */
export interface SimpleCommand {
  /** Undefined when the program is known only at run time. */
  readonly program: string | undefined;
  readonly args: readonly ShellArgument[];
}
