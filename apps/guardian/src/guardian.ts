import { InterposeError } from '@interpose/core';

import { parseGuardianArguments } from './command/parse-guardian-arguments.ts';
import { reporter } from './command/reporter.ts';
import { resolveOwnPackages } from './policies/resolve-own-packages.ts';
import { runGuardian } from './command/run-guardian.ts';

// Whoever reads the output may stop early, as head does; agents still have to be answered.
process.stdout.on('error', () => {});

try {
  const choice = parseGuardianArguments(process.argv.slice(2));
  resolveOwnPackages();
  // A hook that never ends may hold timers or sockets, which would keep the process.
  process.exit(await runGuardian(choice, reporter(choice.json)));
} catch (error) {
  if (!InterposeError.isInstance(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
