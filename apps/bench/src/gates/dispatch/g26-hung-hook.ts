import { setTimeout as pause } from 'node:timers/promises';

import { atLeast, atMost, type Gate, type Sample } from '../../gate.ts';
import { median } from '../../method/median.ts';
import { countTimers } from '../../subjects/count-timers.ts';
import { interpose, type Subject } from '../../subjects/interpose.ts';

const BUDGET_MS = 100;
const TICK_MS = 25;
const RUNS = 12;
const HUNG_AT_ONCE = 50;

/** A hook that never answers ends with its budget, and all of them together cost one timer. */
export const gate: Gate = { id: 'G26', name: 'a hung async hook', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const timers = countTimers();
  const subject = await interpose([() => new Promise(() => undefined)], { timeoutMs: BUDGET_MS });
  const ends: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await pause(Math.random() * TICK_MS);
    ends.push(await endOfHungHook(subject));
  }
  const hung = Promise.all(Array.from({ length: HUNG_AT_ONCE }, () => endOfHungHook(subject)));
  await pause(TICK_MS);
  const { live: whileHung } = timers;
  await hung;
  await pause(3 * TICK_MS);
  return {
    parts: [
      atMost('end of a 100 ms budget', median(ends), BUDGET_MS + 2 * TICK_MS, 'ms'),
      atLeast('earliest end', Math.min(...ends), BUDGET_MS, 'ms'),
      atMost('timers while 50 hang', Math.max(whileHung, timers.most), 1, 'count'),
      atMost('timers when idle', timers.live, 0, 'count'),
    ],
    peers: [{ name: 'latest end', value: Math.max(...ends), unit: 'ms' }],
  };
}

/** Milliseconds until the gate denied in the hook's place. */
async function endOfHungHook({ slot, chat, ctx }: Subject): Promise<number> {
  const fresh = slot.context({ call: ctx.call, tool: ctx.tool });
  const started = performance.now();
  const ruling = await slot.run(fresh);
  if (!('decision' in ruling) || ruling.decision !== 'deny')
    throw new Error(
      `[bench_hung_hook] chat ${chat.id} went on past a hook that never answered; fix the watchdog`,
    );
  return performance.now() - started;
}
