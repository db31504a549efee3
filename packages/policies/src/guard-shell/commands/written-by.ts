import type { ShellArgument } from '../script/simple-command.ts';

/** Programs that write to their last operand. */
const TO_THE_LAST = new Set('cp mv ln install rsync scp'.split(' '));

/** Returns the files that a command writes because of its arguments, for programs that every machine has. */
export function writtenBy(name: string, args: readonly ShellArgument[]): readonly ShellArgument[] {
  if (name === 'tee') return args.filter((arg) => arg?.startsWith('-') !== true);
  if (!TO_THE_LAST.has(name)) return [];
  // `cp -t folder file` names the folder first.
  const isTurned = args.some((arg) => /^-[a-zA-Z]*t|^--target/.test(arg ?? ''));
  return isTurned || args.includes(undefined) ? [undefined] : args.slice(-1);
}
