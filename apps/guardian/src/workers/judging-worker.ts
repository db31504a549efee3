import { workInThread } from '@interpose/aos/pool';

import { Rejudge } from '../policies/judge-again.ts';
import { resolveOwnPackages } from '../policies/resolve-own-packages.ts';
import type { JudgingTalk } from './worker-talk.ts';

resolveOwnPackages();

workInThread<JudgingTalk>(async ({ source }) => {
  const judging = await Rejudge.of(source);
  return {
    ready: undefined,
    answer: async (step) => ({
      rejudged: await judging.judge(step),
      failures: judging.failures.map((error) =>
        error instanceof Error ? error.message : String(error),
      ),
    }),
    close: () => judging.close(),
  };
});
