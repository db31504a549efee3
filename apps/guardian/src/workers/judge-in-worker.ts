import { WorkerSlot } from '@interpose/aos/pool';
import { InterposeError } from '@interpose/core';

import type { Judging } from '../policies/judge-again.ts';
import { modulesOf, type PolicySource } from '../policies/policy-source.ts';
import type { WorkerTimes } from './worker-options.ts';
import type { JudgingTalk } from './worker-talk.ts';

const SCRIPT = new URL('./judging-worker.ts', import.meta.url);

/** Loads policies into their own worker to judge again. A policy that never ends is refused and blocks nobody. */
export async function judgeInWorker(
  source: PolicySource,
  { decisionMs, loadMs, heapMb }: WorkerTimes,
): Promise<Judging> {
  let failures: readonly string[] = [];
  const slot = new WorkerSlot<JudgingTalk>({
    script: SCRIPT,
    start: { source },
    module: modulesOf(source).join(', '),
    budgetMs: decisionMs,
    loadMs,
    heapMb,
    call: () => Promise.reject(new Error('there is nothing to call')),
    told: () => undefined,
    stopped: () => undefined,
  });
  await slot.ready();
  return {
    get failures() {
      return failures.map((message) => new Error(message));
    },
    judge: async (step) => {
      const judged = await slot.ask(step).catch((error: unknown) => {
        throw new InterposeError(
          'policies_failing',
          `it cannot judge ${step.decision.event} ${step.decision.id} again: ${(error as Error).message}`,
          'repair the hook',
        );
      });
      ({ failures } = judged);
      return judged.rejudged;
    },
    close: () => slot.close(),
  };
}
