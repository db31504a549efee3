import { isMainThread } from 'node:worker_threads';

import { InterposeError, type Hooks } from '@interpose/core';

import { reportOnce } from '../targets/report-once.ts';

/** How long an app may run before it imports its SDK. */
const STARTED_AFTER_MS = 5000;

/** Commands that only start other processes, which have `register` of their own. */
const LAUNCHER = /(?:^|[\\/])(?:np[mx]|pnp[mx]|yarn|corepack)(?:-cli)?(?:\.[cm]?js)?$/;

/** Reports `register_unused` if no import was hooked when the app has started, or when it ends. */
export function tellUnused(adapter: string, hooks: Hooks, isUsed: () => boolean): void {
  // A worker loads `register` as the process did, whatever it works on.
  if (!isMainThread || LAUNCHER.test(process.argv[1] ?? '')) return;
  const tell = (): void => {
    if (isUsed()) return;
    const error = new InterposeError(
      'register_unused',
      `@interpose/${adapter}/register has hooked no import of the SDK so far, so no policy sees what this process does with it`,
      `start with node --import @interpose/${adapter}/register, before the app; call withHooks in an app that is bundled`,
    );
    reportOnce(hooks, { adapter, event: 'preRequest', error });
  };
  setTimeout(tell, STARTED_AFTER_MS).unref();
  process.once('beforeExit', tell);
}
