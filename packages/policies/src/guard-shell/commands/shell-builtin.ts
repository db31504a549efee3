import { hidesCode } from '../script/hides-code.ts';
import type { ShellArgument } from '../script/simple-command.ts';

/** What a builtin of the shell does beyond its own effect. */
export interface BuiltinEffect {
  readonly sources?: readonly string[];
  readonly assignments?: readonly string[];
  readonly opaque?: 'never';
}

const NEVER: BuiltinEffect = { opaque: 'never' };
/** They evaluate the subscript of a name they are given. */
const SUBSCRIPTS = new Set(
  'test [ printf read unset let declare typeset export readonly local mapfile readarray getopts wait'.split(
    ' ',
  ),
);
const DECLARES = new Set('declare typeset export readonly local'.split(' '));
const READS = new Set('read mapfile readarray getopts'.split(' '));
const TESTS = new Set(['test', '[']);
/** They change what a name stands for. */
const RENAMES = new Set('alias hash enable bind fc complete compopt'.split(' '));

/** What a builtin does that its program name does not tell; undefined for other programs. */
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
    return args.every(isKnown) ? { assignments: assigned.map(nameOf) } : NEVER;
  }
  if (READS.has(name)) {
    if (!args.every(isKnown) || args.some((arg) => /^-\w*[cC]/.test(arg))) return NEVER;
    return { assignments: args.filter((arg) => /^[A-Za-z_]/.test(arg)).map(nameOf) };
  }
  if (name === 'let') return args.every(isKnown) ? { assignments: args.map(nameOf) } : NEVER;
  if (name === 'unset' || name === 'wait') return named(args);
  if (name !== 'printf' || !args[0]?.startsWith('-v')) return {};
  const variable = args[0] === '-v' ? args[1] : args[0].slice(2);
  return variable === undefined ? NEVER : { assignments: [nameOf(variable)] };
}

/** `unset PATH` and `wait -p PATH` change what PATH is. */
function named(args: readonly ShellArgument[]): BuiltinEffect {
  if (!args.every(isKnown)) return args.includes('-p') ? NEVER : {};
  return {
    assignments: args.map((arg) => nameOf(arg.replace(/^-p/, ''))).filter((each) => each !== ''),
  };
}

/** Tests of variables evaluate the subscript in a name. */
function isSubscript(arg: ShellArgument): boolean {
  return arg === '-v' || arg === '-R';
}

function nameOf(assignment: string): string {
  return /^[A-Za-z_]\w*/.exec(assignment)?.[0] ?? '';
}

function isKnown(arg: ShellArgument): arg is string {
  return arg !== undefined;
}
