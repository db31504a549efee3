import type { Behaviour } from '@interpose/testing/conformance';
import { theme } from '@interpose/testing/conformance/kit';

import { guardShell } from '../../src/guard-shell/index.ts';
import { expectDeniedCall } from '../kit/expect-denied-call.ts';
import { expectOneOfTwo } from '../kit/expect-one-of-two.ts';

/** What the guard of commands owes on every SDK. */
export const guardShellBehaviours: readonly Behaviour[] = theme('guard-shell', [
  {
    id: 'guard-shell-denies',
    title: 'a destructive command inside another does not run and the model learns why',
    rows: [100],
    async run(bench) {
      await expectDeniedCall(bench, {
        policy: guardShell({ tools: 'exec' }),
        tool: 'exec',
        args: { command: 'ls | xargs sh -c "rm -rf build"' },
        reason: /Blocked by guard-shell: rm is denied/,
      });
    },
  },
  {
    id: 'guard-shell-allows',
    title: 'of two commands only the one on the list runs',
    rows: [100],
    async run(bench) {
      await expectOneOfTwo(bench, {
        policy: guardShell({ tools: 'exec', allow: ['git log'] }),
        tool: 'exec',
        first: { command: 'git log -3' },
        second: { command: 'git log; git gc' },
        runs: 'first',
        reason: /Blocked by guard-shell/,
      });
    },
  },
]);
