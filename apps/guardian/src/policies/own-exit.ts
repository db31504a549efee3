import { syncBuiltinESMExports } from 'node:module';

import { InterposeError } from '@interpose/core';

/**
 * Returns `process.exit`, and replaces it by one that throws: a policy must not end the guardian, neither while it is
 * loaded nor in a step.
 */
export function ownExit(): typeof process.exit {
  const exit = process.exit.bind(process);
  process.exit = () => {
    const remedy = 'throw an error instead; only a signal ends the guardian';
    throw new InterposeError('exit_refused', 'a policy called process.exit', remedy);
  };
  // For modules that import `exit` by its name.
  syncBuiltinESMExports();
  return exit;
}
