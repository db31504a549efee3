import { computesWith } from '../script/assigned.ts';
import { hidesCode } from '../script/hides-code.ts';
import type { ShellArgument } from '../script/simple-command.ts';

/** The effects of a shell builtin beyond its own. */
export interface BuiltinEffect {
  readonly sources?: readonly string[];
  readonly assignments?: readonly string[];
  readonly opaque?: 'never';
}

const NEVER: BuiltinEffect = { opaque: 'never' };
/** Builtins that evaluate the subscript in the name of a variable. */
const SUBSCRIPTS = new Set(
  'test [ printf read unset let declare typeset export readonly local mapfile readarray getopts wait'.split(
    ' ',
  ),
);
const DECLARES = new Set('declare typeset export readonly local'.split(' '));
const READS = new Set('read mapfile readarray getopts'.split(' '));
const TESTS = new Set(['test', '[']);
/** Builtins that change the meaning of a name, or run a command to complete one. */
const RENAMES = new Set('alias hash enable bind fc complete compopt compgen'.split(' '));

/** Returns the further effects of a builtin; undefined for other programs. */
export function shellBuiltin(
  name: string,
  args: readonly ShellArgument[],
): BuiltinEffect | undefined {
  if (name === 'eval') return args.every(isKnown) ? { sources: [args.join(' ')] } : NEVER;
  if (name === 'trap') return trapped(args);
  if (name === 'source' || name === '.')
    return args[0] === undefined || /^\/(?:dev|proc)\//.test(args[0]) ? NEVER : {};
  if (RENAMES.has(name)) return args.length === 0 ? {} : NEVER;
  return SUBSCRIPTS.has(name) ? names(name, args) : undefined;
}

function trapped(args: readonly ShellArgument[]): BuiltinEffect {
  const [action] = args;
  if (args.length === 0 || action === '' || /^-[lp]?$/.test(action ?? '')) return {};
  return action === undefined ? NEVER : { sources: [action === '--' ? (args[1] ?? '') : action] };
}

function names(name: string, args: readonly ShellArgument[]): BuiltinEffect {
  if (args.some(hidesCode)) return NEVER;
  if (TESTS.has(name)) return args.some(isSubscript) && !args.every(isKnown) ? NEVER : {};
  if (DECLARES.has(name)) {
    const assigned = args.filter(isKnown).filter((arg) => !arg.startsWith('-'));
    if (!args.every(isKnown) || assigned.some(isComputed)) return NEVER;
    return { assignments: assigned.map(nameOf) };
  }
  if (READS.has(name)) {
    if (!args.every(isKnown) || args.some((arg) => /^-\w*[cC]/.test(arg))) return NEVER;
    const read = args.filter((arg) => /^[A-Za-z_]/.test(arg)).map(nameOf);
    return read.some(isUnknown) ? NEVER : { assignments: read };
  }
  if (name === 'let') return args.every(isKnown) ? { assignments: args.map(nameOf) } : NEVER;
  if (name === 'unset' || name === 'wait') return named(args);
  if (name !== 'printf' || !args[0]?.startsWith('-v')) return {};
  const variable = args[0] === '-v' ? args[1] : args[0].slice(2);
  if (variable === undefined || isUnknown(nameOf(variable))) return NEVER;
  return { assignments: [nameOf(variable)] };
}

/** Whether a declaration makes Bash evaluate the value as arithmetic, as `declare RANDOM=a` does with `a`. */
function isComputed(arg: string): boolean {
  const at = arg.indexOf('=');
  return at > 0 && computesWith({ name: nameOf(arg), value: arg.slice(at + 1) });
}

/** Whether Bash evaluates any value of this variable as arithmetic. */
function isUnknown(name: string): boolean {
  return computesWith({ name, value: undefined });
}

/** Returns the variables that `unset` and `wait -p` change. */
function named(args: readonly ShellArgument[]): BuiltinEffect {
  if (!args.every(isKnown)) return args.includes('-p') ? NEVER : {};
  return {
    assignments: args.map((arg) => nameOf(arg.replace(/^-p/, ''))).filter((each) => each !== ''),
  };
}

/** Whether an option of `test` takes a variable, whose subscript Bash evaluates. */
function isSubscript(arg: ShellArgument): boolean {
  return arg === '-v' || arg === '-R';
}

function nameOf(assignment: string): string {
  return /^[A-Za-z_]\w*/.exec(assignment)?.[0] ?? '';
}

function isKnown(arg: ShellArgument): arg is string {
  return arg !== undefined;
}
