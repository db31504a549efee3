import { Argument, Command, CommanderError, Option } from 'commander';

import { keepForJson } from '../terminal/own-output.ts';
import { Terminal } from '../terminal/terminal.ts';
import type { CommandSpec, OptionSpec } from './command-spec.ts';
import { EXIT_CODES, type ExitCode } from './exit-code.ts';
import { begun } from './unfinished.ts';

/** Builds the tree of commands; the code of a command is loaded when it is called. */
export function buildProgram(
  version: string,
  specs: readonly CommandSpec[],
  ends: (code: ExitCode) => void,
): Command {
  const program = new Command('interpose')
    .description('Check, test, replay and learn the policies of your agents.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .helpCommand('help [command]', 'explain a command')
    .exitOverride()
    // Replaces commander's own messages: ours have a code and a remedy.
    .configureOutput({ writeErr: () => undefined })
    .showSuggestionAfterError()
    .configureHelp({
      helpWidth: Math.min(80, process.stdout.columns ?? 80),
      sortOptions: false,
      // The words and options of a command are in its own help; here they would leave no room for the summary.
      subcommandTerm: (command) => command.name(),
    })
    .addHelpText('after', exitTable());
  for (const spec of specs) addCommand(program, spec, ends);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, ends: (code: ExitCode) => void): void {
  const command = program.command(spec.name).summary(spec.summary).description(spec.about);
  for (const { name, about, choices } of spec.words ?? []) {
    const word = new Argument(name, about);
    // The choices are for help and completion; the command itself refuses others with its own remedy.
    if (choices !== undefined) word.argChoices = [...choices];
    command.addArgument(word);
  }
  for (const option of spec.options ?? []) addOption(command, option);
  command.option('--json', 'write the result as JSON');
  command.addHelpText('after', examples(spec));
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Readonly<Record<string, unknown>>>();
    const words = given
      .slice(0, -2)
      .flat()
      .filter((word) => typeof word === 'string');
    const terminal = new Terminal(options['json'] === true);
    begun(terminal.isJson);
    if (terminal.isJson) keepForJson();
    try {
      const [run, { Given }] = await Promise.all([spec.load(), import('./given.ts')]);
      ends(await run(new Given(words, options), terminal));
    } catch (error) {
      const { tellFailure } = await import('./tell-failure.ts');
      ends(tellFailure(error, terminal));
    }
  });
}

function addOption(command: Command, { flags, about, choices, initial }: OptionSpec): void {
  // commander's `<name...>` takes every word that follows, including the recordings; here each value has its own flag.
  const repeats = flags.includes('...>');
  const option = new Option(flags.replace('...>', '>'), repeats ? `${about}; repeatable` : about);
  if (choices !== undefined) option.choices([...choices]);
  if (initial !== undefined) option.default(initial);
  const { parseArg: read } = option;
  if (repeats)
    option.argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]);
  else if (flags.includes('<'))
    option.argParser((value, before) => {
      // commander would take the last value and drop the others.
      if (command.getOptionValueSource(option.attributeName()) === 'cli')
        throw new CommanderError(2, 'option.twice', `option '${flags}' is given more than once`);
      return read === undefined ? value : read(value, before);
    });
  command.addOption(option);
}

function examples({ examples: all }: CommandSpec): string {
  const lines = all.flatMap(([line, about]) => [`  ${line}`, `      ${about}`]);
  return ['', 'Examples:', ...lines].join('\n');
}

function exitTable(): string {
  const rows = Object.entries(EXIT_CODES).map(([code, about]) => `  ${code.padEnd(4)}${about}`);
  return [
    '',
    'Exit codes:',
    ...rows.map((row) => (row.length > 80 ? row.replace(/(.{1,74})\s/, '$1\n      ') : row)),
    '',
    'Completion: interpose complete bash|zsh|fish prints a script for your shell.',
  ].join('\n');
}
