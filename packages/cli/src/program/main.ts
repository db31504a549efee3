import { createRequire } from 'node:module';

import type { Command } from 'commander';

import { commands } from '../commands/catalogue.ts';
import { Terminal } from '../terminal/terminal.ts';
import { BASH_COMPLETION } from './bash-completion.ts';
import { buildProgram } from './build-program.ts';
import type { ExitCode } from './exit-code.ts';
import { finished } from './unfinished.ts';

let result: ExitCode = 0;

/** Runs the command that the words ask for and ends the process with its exit code. */
export async function main(given: readonly string[]): Promise<void> {
  const words = asked(given);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isUnread(error)) void untold(error);
    // What is served until it is interrupted, and told as it happens, would go on for nobody.
    else if (isLasting(words)) process.emit('SIGTERM');
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (!isUnread(error)) end(3);
  });
  const { version } = createRequire(import.meta.url)('interpose/package.json') as Manifest;
  const program = buildProgram(version, commands, ends);
  if (words[0] === 'complete' && words[1] === 'bash') {
    endAfter(BASH_COMPLETION);
    return;
  }
  if (words[0] === 'complete') await completed(program);
  try {
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    ends(await failureOf(error, words));
  }
  // Policies may have left something open; the command is over all the same.
  endAfter('');
}

function endAfter(text: string): void {
  process.stdout.write(text, (error) => {
    if (!error || isUnread(error)) end(result);
  });
}

function end(code: ExitCode): void {
  finished();
  process.exit(code);
}

function isLasting(words: readonly string[]): boolean {
  return words[0] === 'guardian' || (words[0] === 'test' && words.includes('--watch'));
}

/** Whoever reads the output may stop early, as head does; what the command finds is its exit code all the same. */
function isUnread({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE';
}

/** Ends the command whose output cannot be written. */
async function untold(error: NodeJS.ErrnoException): Promise<void> {
  const { tellFailure } = await import('./tell-failure.ts');
  const { unwritable } = await import('./unwritable.ts');
  end(tellFailure(unwritable('standard output', error), new Terminal(false)));
}

/** `help diff` asks what `diff --help` does; a command that there is not is told as such, whoever asks for help about it. */
function asked(given: readonly string[]): readonly string[] {
  const [first, name, ...rest] = given;
  const isWord = first !== undefined && first !== 'help' && !first.startsWith('-');
  if (isWord && !isCommand(first)) return given.filter((word) => !/^(?:-h|--help)$/.test(word));
  if (first !== 'help' || name === undefined) return given;
  return [name, ...(isCommand(name) ? ['--help'] : []), ...rest];
}

function isCommand(word: string | undefined): boolean {
  return word === 'complete' || commands.some(({ name }) => name === word);
}

function ends(code: ExitCode): void {
  result = code;
}

interface Manifest {
  readonly version: string;
}

/** What help and completion do not need is loaded here: the core and its errors. */
async function failureOf(error: unknown, words: readonly string[]): Promise<ExitCode> {
  const isWrong = error instanceof Error && 'exitCode' in error && 'code' in error;
  // Commander throws after help and version, too.
  if (isWrong && error.exitCode === 0) return 0;
  const { tellFailure } = await import('./tell-failure.ts');
  const terminal = new Terminal(words.includes('--json'));
  if (!isWrong) return tellFailure(error, terminal);
  const { usageError } = await import('./given.ts');
  const { message } = error;
  const problem = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');
  const help = `run interpose ${isCommand(words[0]) ? `${words[0]} ` : ''}--help`;
  return tellFailure(usageError(problem, help), terminal);
}

/** Adds the command that prints scripts for shells and answers them. */
async function completed(program: Command): Promise<void> {
  const { default: complete } = await import('@bomb.sh/tab/commander');
  // A shell shows what stands beside a word in one line.
  for (const command of program.commands) command.description(command.summary());
  complete(program);
  program.commands
    .at(-1)
    ?.addHelpText(
      'after',
      '\nExamples:\n  source <(interpose complete bash)\n      for the shell that runs',
    );
}
