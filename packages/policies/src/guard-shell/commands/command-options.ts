import type { ShellArgument } from '../script/simple-command.ts';

/** The options of a program that runs another program. */
export interface OptionGrammar {
  /** The letters of options without a value. */
  readonly flags?: string;
  /** The letters of options with a value. */
  readonly valued?: string;
  readonly longFlags?: readonly string[];
  readonly longValued?: readonly string[];
}

/** The operands of a program, and the options before them. */
export interface ReadOptions {
  readonly operands: readonly ShellArgument[];
  readonly letters: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, ShellArgument>;
}

/** Reads options up to the first operand; undefined when one of them is unknown. */
export function readOptions(
  args: readonly ShellArgument[],
  grammar: OptionGrammar,
): ReadOptions | undefined {
  const letters = new Set<string>();
  const values = new Map<string, ShellArgument>();
  let index = 0;
  while (index < args.length) {
    const arg = args[index];
    if (arg === undefined) break;
    if (arg === '--') return { operands: args.slice(index + 1), letters, values };
    if (!arg.startsWith('-') || arg === '-') break;
    const words = arg.startsWith('--')
      ? longOption(arg, grammar)
      : shortOptions(arg, args[index + 1], grammar, letters, values);
    if (words === undefined) return undefined;
    index += words;
  }
  return { operands: args.slice(index), letters, values };
}

/** Returns the number of words that the option takes; undefined when it is unknown. */
function longOption(arg: string, grammar: OptionGrammar): number | undefined {
  const name = arg.slice(2).split('=', 1)[0]!;
  if (grammar.longFlags?.includes(name)) return 1;
  if (grammar.longValued?.includes(name)) return arg.includes('=') ? 1 : 2;
  return undefined;
}

function shortOptions(
  arg: string,
  next: ShellArgument,
  grammar: OptionGrammar,
  letters: Set<string>,
  values: Map<string, ShellArgument>,
): number | undefined {
  for (let index = 1; index < arg.length; index++) {
    const letter = arg[index]!;
    letters.add(letter);
    if (grammar.valued?.includes(letter)) {
      const attached = arg.slice(index + 1);
      values.set(letter, attached === '' ? next : attached);
      return attached === '' ? 2 : 1;
    }
    if (!grammar.flags?.includes(letter)) return undefined;
  }
  return 1;
}
