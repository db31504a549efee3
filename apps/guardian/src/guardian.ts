import { InterposeError } from '@interpose/core';

import { parseGuardianArguments } from './command/parse-guardian-arguments.ts';
import { isCommand, runCommand } from './command/run-command.ts';
import { reporter } from './command/reporter.ts';
import { ownExit } from './policies/own-exit.ts';
import { resolveOwnPackages } from './policies/resolve-own-packages.ts';
import { runGuardian } from './command/run-guardian.ts';

// A reader of the output may stop early, as `head` does; agents still need answers.
process.stdout.on('error', () => {});

try {
  const words = process.argv.slice(2);
  if (isCommand(words)) {
    process.stdout.write(`${await runCommand(words)}\n`);
    process.exit(0);
  }
  const choice = parseGuardianArguments(words);
  resolveOwnPackages();
  const exit = ownExit();
  // A hook that never ends may hold timers or sockets, which would keep the process alive.
  exit(await runGuardian(choice, reporter(choice.json)));
} catch (error) {
  if (!InterposeError.isInstance(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
