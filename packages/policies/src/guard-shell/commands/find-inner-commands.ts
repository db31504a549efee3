import { readOptions } from './command-options.ts';
import { foreignCode } from './foreign-code.ts';
import type { SimpleCommand } from '../script/simple-command.ts';
import { shellBuiltin } from './shell-builtin.ts';
import type { ShellArgument } from '../script/simple-command.ts';
import { wrappers, type Wrapper } from './wrappers.ts';

/** The commands that a command runs beside itself. */
export interface InnerCommands {
  readonly commands: readonly SimpleCommand[];
  /** Texts that a shell will run. */
  readonly sources: readonly string[];
  readonly assignments: readonly string[];
  /** False when the command does nothing but run the inner commands, so that no rule is needed for it. */
  readonly judged: boolean;
  /** True when the inner commands run in unknown folders. */
  readonly elsewhere?: true;
  /** Set when inner code cannot be read: `never` is always denied, `foreign` runs only if a rule allows the command. */
  readonly opaque?: 'never' | 'foreign';
}

const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'ksh', 'rbash']);
const NONE: InnerCommands = { commands: [], sources: [], assignments: [], judged: true };
const NEVER: InnerCommands = { ...NONE, opaque: 'never' };
const FIND_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Finds the commands inside a command: behind `env`, `sudo`, `xargs`, in `sh -c`, `find -exec`, `eval`. */
export function findInnerCommands(name: string, args: readonly ShellArgument[]): InnerCommands {
  const wrapper = wrappers.get(name);
  if (wrapper !== undefined) return unwrap(name, args, wrapper);
  if (SHELLS.has(name)) return insideShell(args);
  if (name === 'find') return insideFind(args);
  const builtin = shellBuiltin(name, args);
  if (builtin !== undefined) return { ...NONE, ...builtin };
  return foreignCode(name, args) ? { ...NONE, opaque: 'foreign' } : NONE;
}

function unwrap(name: string, args: readonly ShellArgument[], wrapper: Wrapper): InnerCommands {
  // `command -v` only prints where a program is.
  if (name === 'command' && /^-[vV]$/.test(args[0] ?? '')) return { ...NONE, judged: false };
  const read = readOptions(args, wrapper);
  if (read === undefined) return NEVER;
  let words = read.operands.slice(wrapper.skips ?? 0);
  const assignments: string[] = [];
  while (wrapper.assigns === true && words[0]?.includes('=') === true) {
    assignments.push(words[0].slice(0, words[0].indexOf('=')));
    words = words.slice(1);
  }
  const judged = wrapper.judged === true;
  if (words.length === 0) return { ...NONE, assignments, judged };
  const marker = read.values.has('I') ? read.values.get('I') : '{}';
  const [program, ...rest] =
    wrapper.appends === true ? [...words.map((word) => filledIn(word, marker)), undefined] : words;
  return { ...NONE, commands: [{ program, args: rest }], assignments, judged };
}

/** Returns the word; undefined if it holds the marker, which is replaced by a value known only at run time. */
function filledIn(word: ShellArgument, marker: ShellArgument): ShellArgument {
  return marker === undefined || word?.includes(marker) === true ? undefined : word;
}

function insideShell(args: readonly ShellArgument[]): InnerCommands {
  // `+x` undoes what `-x` sets, and options may follow it.
  const signed = args.map((arg) => (/^\+[a-zA-Z]+$/.test(arg ?? '') ? `-${arg!.slice(1)}` : arg));
  const read = readOptions(signed, {
    flags: 'cabefhklmnprtuvxBCEHPTilsD',
    valued: 'oO',
    longFlags: ['login', 'norc', 'noprofile', 'posix', 'verbose', 'restricted', 'version', 'help'],
  });
  if (read === undefined) return NEVER;
  const [first] = read.operands;
  if (read.letters.has('c')) return first === undefined ? NEVER : { ...NONE, sources: [first] };
  if (args.includes('--version') || args.includes('--help')) return NONE;
  // Without a file the shell runs its standard input.
  return first === undefined || read.letters.has('s') || /^(?:-$|\/dev\/|\/proc\/)/.test(first)
    ? NEVER
    : NONE;
}

function insideFind(args: readonly ShellArgument[]): InnerCommands {
  const commands: SimpleCommand[] = [];
  const isElsewhere = args.includes('-execdir') || args.includes('-okdir');
  for (let index = 0; index < args.length; index++) {
    if (args[index] === undefined || !FIND_RUNS.has(args[index]!)) continue;
    const from = index + 1;
    const end = args.findIndex((arg, at) => at >= from && (arg === ';' || arg === '+'));
    if (end < 0) return NEVER;
    const [program, ...rest] = args.slice(from, end).map((word) => filledIn(word, '{}'));
    commands.push({ program, args: rest });
    index = end;
  }
  return { ...NONE, commands, ...(isElsewhere ? { elsewhere: true } : {}) };
}
