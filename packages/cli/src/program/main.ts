import { createRequire } from 'node:module';

import type { Command } from 'commander';

import { commands } from '../commands/catalogue.ts';
import { Terminal } from '../terminal/terminal.ts';
import { buildProgram } from './build-program.ts';
import type { ExitCode } from './exit-code.ts';

/** Runs the command that the words ask for and sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  // Whoever reads the output may stop early, as head does.
  process.stdout.on('error', () => process.exit(0));
  const { version } = createRequire(import.meta.url)('interpose/package.json') as Manifest;
  const program = buildProgram(version, commands, ends);
  if (words[0] === 'complete' && words[1] === 'bash') {
    const { BASH_COMPLETION } = await import('./bash-completion.ts');
    process.stdout.write(BASH_COMPLETION, () => process.exit());
    return;
  }
  if (words[0] === 'complete') await completed(program);
  // Commander writes its own text about a wrong line; ours comes with a code and a remedy.
  program.configureOutput({ writeErr: () => undefined });
  for (const command of program.commands) {
    command.exitOverride();
    command.configureOutput({ writeErr: () => undefined });
  }
  try {
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    ends(await failureOf(error, words));
  }
  // Policies may have left something open; the command is over all the same.
  process.stdout.write('', () => process.exit());
}

function ends(code: ExitCode): void {
  process.exitCode = code;
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
  const { usageError } = await import('./usage-error.ts');
  const { message } = error;
  const problem = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');
  const known = words[0] !== undefined && commands.some(({ name }) => name === words[0]);
  const help = `run interpose ${known ? `${words[0]} ` : ''}--help`;
  return tellFailure(usageError(problem, help), terminal);
}

/** Adds the command that prints scripts for shells and answers them. */
async function completed(program: Command): Promise<void> {
  const { default: complete } = await import('@bomb.sh/tab/commander');
  // A shell shows what stands beside a word in one line.
  for (const command of program.commands) command.description(command.summary());
  complete(program);
}
