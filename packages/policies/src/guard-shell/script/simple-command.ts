/**
 * An argument of a command; undefined where it is known only when the command runs (`$x`, `$(…)`, globs).
 *
 * @example
 * const args: readonly ShellArgument[] = ['-rf', undefined];
 */
export type ShellArgument = string | undefined;

/** One simple command: a program and its arguments, whatever surrounds it. */
export interface SimpleCommand {
  /** Undefined where it is known only at run time. */
  readonly program: string | undefined;
  readonly args: readonly ShellArgument[];
}
