import type { Hooks } from '@interpose/core';

import { findTexts } from '../../probes/find-texts.ts';
import { firstDifference, outline } from '../../probes/outline.ts';
import { canariesIn, canaryText } from '../canary-text.ts';
import { collectUnhandled } from '../collect-unhandled.ts';
import { kindOf, type Breach } from '../ledger.ts';
import {
  endingMs,
  hanging,
  judgeEndings,
  numberless,
  soon,
  usualPatienceMs,
  type RunOptions,
} from '../run-program.ts';
import { makeWireHooks } from './make-wire-hooks.ts';
import { WireLedger } from './wire-ledger.ts';
import type {
  OpenWire,
  WireApp,
  WireKind,
  WireProgram,
  WireSide,
  WireTarget,
} from './wire-target.ts';

/**
 * Runs one program of messages and returns its breaches of the invariants.
 *
 * @example
 * expect(await runWire(target, program)).toEqual([]);
 */
export async function runWire(
  target: WireTarget,
  program: WireProgram,
  { patienceMs = usualPatienceMs, onAsked = () => undefined }: RunOptions = {},
): Promise<readonly Breach[]> {
  const kind = target.wires.find(({ name }) => name === program.kind);
  if (kind === undefined) throw new RangeError(`${target.name} has no kind ${program.kind}`);
  const unhandled = collectUnhandled();
  const ledger = new WireLedger(kind);
  const made = makeWireHooks(program, kind.events, ledger, onAsked);
  try {
    const outcome = await soon(exchange(kind, program, ledger, made.hooks), patienceMs);
    if (outcome === undefined) return [...ledger.breaches, hanging];
    const judged = [
      ...ledger.breaches,
      ...(await judgeReach(outcome, ledger)),
      ...(await judgeEndings(made, Math.min(patienceMs, endingMs))),
      ...(await judgeDifference(target, kind, program, outcome)),
    ];
    return [...judged, ...(await unhandled.end())];
  } finally {
    await unhandled.end();
    void made.hooks.close();
  }
}

/** The observations of one run at both sides. */
interface Outcome {
  readonly results: readonly unknown[];
  readonly noted: Readonly<Record<WireSide, readonly unknown[]>>;
  readonly held: unknown;
}

async function exchange(
  kind: WireKind,
  { steps, options }: WireProgram,
  ledger: WireLedger,
  hooks: Hooks | undefined,
): Promise<Outcome> {
  const noted: Record<WireSide, readonly unknown[]> = { near: [], far: [] };
  let fresh = 100_000;
  const app: WireApp = {
    hooks,
    steps,
    has: (option) => options.includes(option),
    canary: (side, number) => canaryText(side === 'near' ? 'SAID' : 'TOLD', number),
    numberIn: (value) => {
      const number = /\d+/.exec(canariesIn(value)[0] ?? '')?.[0];
      return number === undefined ? (fresh += 10) : Number(number);
    },
    arrived(side, value, channel) {
      noted[side] = [...noted[side], value];
      ledger.arrived(side, value, channel);
    },
  };
  const wire = await kind.open(app).catch((error: unknown) => ({ error }));
  if ('error' in wire) return { results: [wire], noted, held: undefined };
  const results = await sayAll(wire, app);
  await wire.close().catch((error: unknown) => void results.push({ closing: error }));
  // What arrives afterwards would count for the run that is looked at last.
  return { results, noted: { ...noted }, held: wire.held };
}

async function sayAll(wire: OpenWire, { steps }: WireApp): Promise<unknown[]> {
  const said: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    const answer = wire.say(step, index).catch((error: unknown) => ({ thrown: error }));
    said.push(answer);
    if (step.together !== true) await answer;
  }
  return Promise.all(said);
}

async function judgeReach(outcome: Outcome, ledger: WireLedger): Promise<Breach[]> {
  const { noted, held } = outcome;
  const ends = { near: { noted: noted.near, held }, far: noted.far };
  const breaches: Breach[] = [];
  for (const side of ['near', 'far'] as const) {
    const texts = ledger.withheldFrom(side);
    const found = texts.length === 0 ? [] : await findTexts(ends[side], texts);
    for (const [text, path] of found)
      breaches.push({
        invariant: 'withheld',
        found: `${kindOf(text)} is held at the ${side} end at ${path.replaceAll(/\d+/g, 'n')}`,
      });
  }
  return breaches;
}

/** Checks that hooks that say nothing change nothing. */
async function judgeDifference(
  { accepted = [] }: WireTarget,
  kind: WireKind,
  program: WireProgram,
  hooked: Outcome,
): Promise<Breach[]> {
  if (typeof program.policy !== 'string') return [];
  const isAccepted = (value?: unknown): boolean =>
    accepted.some((each) => each.program(program, value));
  if (isAccepted()) return [];
  // What arrived is compared by itself, since which of two comes first is a matter of time.
  const sorted = (values: readonly unknown[]): readonly string[] =>
    values
      .filter((value) => !isAccepted(value))
      .map((value) => outline(value).join('\n'))
      .toSorted();
  const linesOf = ({ results, noted }: Outcome): readonly string[] => [
    ...outline(results),
    ...sorted(noted.near),
    ...sorted(noted.far),
  ];
  const unhooked = await exchange(kind, program, new WireLedger(kind), undefined);
  const found = firstDifference(linesOf(unhooked), linesOf(hooked), () => false);
  return found === undefined ? [] : [{ invariant: 'transparent', found: numberless(found) }];
}
