import { atMost, joinSamples, type Gate, type Sample } from '../gate.ts';
import { keep } from '../method/keep.ts';
import { timeCases, type Batch } from '../method/time-cases.ts';
import { openTrack, type Track } from '../policies/open-track.ts';
import type { PolicyCase } from '../policies/policy-case.ts';
import { stateCases } from '../policies/state-cases.ts';
import { toolCases } from '../policies/tool-cases.ts';

/** One decision of the policies that do most, beside writing the same step as JSON. */
export const gate: Gate = { id: 'G31', name: 'decisions of policies', tolerance: 0.05, measure };

/** The most microseconds of a decision, by case. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ['cache, a new question', 10],
  ['guard-egress', 15],
  ['guard-shell', 12],
  ['guard-sql, PostgreSQL', 30],
  ['limit-spend', 10],
]);

async function measure(): Promise<Sample> {
  const samples: Sample[] = [];
  for (const one of [...toolCases, ...stateCases]) {
    const limit = LIMITS.get(one.name);
    if (limit !== undefined) samples.push(await compare(one, limit));
  }
  return joinSamples(samples);
}

async function compare(one: PolicyCase, limit: number): Promise<Sample> {
  const track = await openTrack(one.policy());
  const said = await track.chat.dispatch(one.event, one.payload(0));
  if (said.decision !== one.says) throw new Error(`${one.name} said ${said.decision}`);
  const json = `${one.name}: JSON.stringify of the step`;
  const timings = await timeCases(
    { [json]: writing(one), [one.name]: deciding(one, track) },
    { baseline: json, rounds: 40, batchMs: 8 },
  );
  await track.hooks.close();
  const microseconds = timings.nanoseconds(one.name) / 1000;
  return {
    control: timings.control,
    parts: [atMost(one.name, microseconds, limit, 'us')],
    peers: [
      ...timings.figures(json),
      { name: `${one.name} over it`, value: timings.ratio(one.name, json), unit: 'x' },
    ],
  };
}

function writing(one: PolicyCase): Batch {
  let next = 0;
  return (count) => {
    for (let index = 0; index < count; index += 1) keep(JSON.stringify(one.payload(next++)));
  };
}

function deciding(one: PolicyCase, { chat }: Track): Batch {
  let next = 1;
  return async (count) => {
    for (let index = 0; index < count; index += 1)
      keep(await chat.dispatch(one.event, one.payload(next++)));
  };
}
