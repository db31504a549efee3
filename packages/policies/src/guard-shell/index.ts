export { guardShell } from './guard-shell.ts';
export type { CommandRule, ShellCode, ShellOptions } from './rules/shell-options.ts';
export type { ShellArgument } from './script/simple-command.ts';
