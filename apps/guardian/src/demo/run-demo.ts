import { guardian } from '@interpose/aos';
import { createHooks } from '@interpose/core';

import { playRun, refundArgs } from './play-run.ts';
import type { RecordedRun } from './recorded-run.ts';
import { recordedRuns } from './recorded-runs.ts';
import { runBuyer } from './buyer.ts';
import { pause } from './pause.ts';
import { runSdkAgent } from './sdk-agents.ts';

const BETWEEN_RUNS_MS = 4000;
const MOST_WAITING = 3;
const LONGEST_RUN_MS = 3000;
const BETWEEN_SDKS_MS = 20_000;
const LONGEST_START_MS = 30_000;

/**
 * Plays recorded runs to the guardian at this address, then runs a scripted agent for ever: most of its steps pass, and
 * now and then it asks for a refund that a person has to answer. It ends with the signal.
 */
export async function runDemo(url: string, token: string, signal: AbortSignal): Promise<void> {
  const hooks = createHooks({ policies: [guardian({ url, token, circuit: false })] });
  const runs = recordedRuns();
  for (const run of runs) {
    if (signal.aborted) return;
    await unlessAsked(playRun(hooks, run), signal);
  }
  void runSdkAgents({ url, token, signal });
  void runBuyer({ url, token, signal }).catch(() => undefined);
  const waiting = new Set<Promise<void>>();
  for (let count = 0; !signal.aborted; count++) {
    const run = runs[count % runs.length];
    if (run !== undefined)
      await unlessAsked(
        playRun(hooks, { ...run, session: `${run.session}-${Date.now()}` }),
        signal,
      );
    if (waiting.size < MOST_WAITING) {
      const asked = playRun(hooks, refundRun(count));
      waiting.add(asked);
      void asked.finally(() => waiting.delete(asked)).catch(() => undefined);
    }
    await pause(BETWEEN_RUNS_MS, signal);
  }
}

/** Runs agents of every SDK for ever, one after the other; an agent that waits for people does not block the next. */
async function runSdkAgents(place: Parameters<typeof runSdkAgent>[1]): Promise<void> {
  for (let count = 0; !place.signal.aborted; count++) {
    await unlessAsked(runSdkAgent(count, place), place.signal, LONGEST_START_MS);
    await pause(BETWEEN_SDKS_MS, place.signal);
  }
}

/** Continues when a run waits for people; the run itself continues after their answer. */
async function unlessAsked(
  run: Promise<void>,
  signal: AbortSignal,
  waitMs: number = LONGEST_RUN_MS,
): Promise<void> {
  const over = new AbortController();
  const done = run.catch(() => undefined).finally(() => over.abort());
  await Promise.race([done, pause(waitMs, AbortSignal.any([signal, over.signal]))]);
}

function refundRun(count: number): RecordedRun {
  const call = { id: `refund-${count}`, name: 'refund', args: refundArgs(count) };
  const quiet = { calls: [], answers: undefined };
  return {
    agent: 'Refund clerk',
    session: `refund-${Date.now()}`,
    user: `customer-${count % 7}`,
    messages: [
      {
        role: 'user',
        content: `My order ${String(call.args['id'])} came late and broken. I want my money back.`,
        ...quiet,
      },
      { role: 'assistant', content: '', calls: [call], answers: undefined },
      { role: 'assistant', content: 'I have asked for it.', ...quiet },
    ],
  };
}
