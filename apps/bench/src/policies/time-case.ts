import type { Policy } from '@interpose/core';

import { median } from '../method/median.ts';
import { openTrack, type Track } from './open-track.ts';
import type { PolicyCase } from './policy-case.ts';

/** What one decision takes, in microseconds. */
export interface PolicyTime {
  readonly name: string;
  readonly microseconds: number;
  /** How many times a hook that says nothing. */
  readonly overSilence: number;
}

const ROUNDS = 15;
const MILLISECONDS_A_BATCH = 10;

/** Times a policy beside a hook that says nothing, batch by batch in turn, and gives the medians. */
export async function timeCase(one: PolicyCase): Promise<PolicyTime> {
  const silence: Policy = { name: 'silence', hooks: { [one.event]: () => undefined } };
  const [base, ours] = [await openTrack(silence), await openTrack(one.policy())];
  const verdict = await ours.chat.dispatch(one.event, one.payload(0));
  if (verdict.decision !== one.says)
    throw new Error(`${one.name} said ${JSON.stringify(verdict)}, not ${one.says}`);
  let next = 1;
  const batch = async ({ chat }: Track, size: number): Promise<number> => {
    const payloads = Array.from({ length: size }, (_, index) => one.payload(next + index));
    next += size;
    const startedAt = performance.now();
    for (const payload of payloads) await chat.dispatch(one.event, payload);
    return ((performance.now() - startedAt) * 1000) / size;
  };
  const size = Math.ceil((MILLISECONDS_A_BATCH * 1000) / Math.max(1, await batch(ours, 200)));
  const times: (readonly [base: number, ours: number])[] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push([await batch(base, size), await batch(ours, size)]);
  await Promise.all([base.hooks.close(), ours.hooks.close()]);
  return {
    name: one.name,
    microseconds: median(times.map(([, took]) => took)),
    overSilence: median(times.map(([silent, took]) => took / silent)),
  };
}
