import { createRequire } from 'node:module';

import type { Command } from 'commander';

import { commands } from '../commands/catalogue.ts';
import { ownOutput } from '../terminal/own-output.ts';
import { Terminal } from '../terminal/terminal.ts';
import { BASH_COMPLETION } from './bash-completion.ts';
import { buildProgram } from './build-program.ts';
import type { ExitCode } from './exit-code.ts';
import { finished } from './unfinished.ts';

let result: ExitCode = 0;

/** Runs the command that the words name and ends the process with its exit code. */
export async function main(given: readonly string[]): Promise<void> {
  const words = asked(given);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isUnread(error)) void untold(error);
    // A server, or a command that reports live events, would go on without a reader.
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
  // Policies may have left a handle open; the process ends anyway.
  endAfter('');
}

function endAfter(text: string): void {
  ownOutput.write(text, (error) => {
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

/** Whether the reader of the output stopped early, as head does; the exit code still gives the result. */
function isUnread({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE';
}

/** Ends a command whose output cannot be written. */
async function untold(error: NodeJS.ErrnoException): Promise<void> {
  const { tellFailure } = await import('./tell-failure.ts');
  const { unwritable } = await import('./unwritable.ts');
  end(tellFailure(unwritable('standard output', error), new Terminal(false)));
}

/** Turns `help diff` into `diff --help`, so that an unknown command gets the same error in both forms. */
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

/** Loads the core and its errors, which help and completion do not need, and reports the failure. */
async function failureOf(error: unknown, words: readonly string[]): Promise<ExitCode> {
  const isWrong = error instanceof Error && 'exitCode' in error && 'code' in error;
  // Commander also throws after help and version.
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

/** Adds the command that prints and serves completion scripts for shells. */
async function completed(program: Command): Promise<void> {
  const { default: complete } = await import('@bomb.sh/tab/commander');
  // A shell shows the description beside a word in one line.
  for (const command of program.commands) command.description(command.summary());
  complete(program);
  program.commands
    .at(-1)
    ?.addHelpText(
      'after',
      '\nExamples:\n  source <(interpose complete bash)\n      for the shell that runs',
    );
}
