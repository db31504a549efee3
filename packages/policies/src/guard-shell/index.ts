export { guardShell } from './guard-shell.ts';
export type { CommandRule, ShellArgument, ShellCode, ShellOptions } from './shell-options.ts';
