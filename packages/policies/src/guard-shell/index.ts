export { guardShell } from './guard-shell.ts';
export type { CommandRule, ShellArgument, ShellCode, ShellOptions } from './rules/shell-options.ts';
