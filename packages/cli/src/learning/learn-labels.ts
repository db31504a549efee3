import { labelByName, type ToolLabel } from '@interpose/policies/rules/labelled';

import type { ArgumentEvidence } from './argument-evidence.ts';
import type { ToolEvidence } from './evidence.ts';
import { MANY } from './learn-rules.ts';
import type { Strictness } from './strictness.ts';
import { CANDIDATES, type Candidate } from './watch-runs.ts';

/** A label with the evidence for it. */
export interface LearnedLabel {
  readonly label: ToolLabel;
  /** By argument, the evidence for its guard. */
  readonly why: ReadonlyMap<string, Support>;
  /** Points that a person should check. */
  readonly unsure: readonly string[];
}

/** How often a label held. */
export interface Support {
  readonly held: number;
  readonly runs: number;
}

/** Returns the labels of one tool: first from its name, then tightened and widened by good runs. */
export function learnLabel(name: string, tool: ToolEvidence, strict: Strictness): LearnedLabel {
  const start = labelByName(name);
  const reads = readerOf(tool) ?? start.reads;
  const reading = reads === undefined ? {} : { reads };
  if (start.effect === 'none')
    return {
      label: { effect: 'none', ...reading, guards: { '*': READING_GUARD } },
      why: new Map(),
      unsure: [],
    };
  const guards = [...tool.args].map(([argument, seen]) => learnGuard(argument, seen, strict));
  const isSteady = guards.every(({ support: { held, runs } }) => held === runs);
  const wish = learnWish(start.asksFor, tool);
  const denies = tool.runs >= strict.deniesFrom;
  const label: ToolLabel = {
    effect: 'write',
    ...reading,
    ...wish.label,
    guards: {
      ...Object.fromEntries(guards.map(({ argument, guard }) => [argument, guard])),
      '*': CANDIDATES.shape,
    },
    ...(denies && isSteady && tool.args.size > 0 ? { onTainted: 'deny' } : {}),
    ...(denies && wish.isSteady ? { onUnrequested: 'deny' } : {}),
  };
  return {
    label,
    why: new Map(guards.map(({ argument, support }) => [argument, support])),
    unsure: [...guards.flatMap(({ unsure }) => unsure ?? []), ...wish.unsure],
  };
}

const READING_GUARD = { must: 'lead-nowhere', remember: 'session' } as const;

/** Returns the reader that found an author in most of the results. */
function readerOf({ readers, runs }: ToolEvidence): ToolLabel['reads'] {
  const signed = (['mails', 'calendar', 'chat'] as const).find(
    (reader) => (readers.get(reader) ?? 0) * 2 > runs,
  );
  return signed;
}

interface LearnedGuard {
  readonly argument: string;
  readonly guard: NonNullable<ToolLabel['guards']>[string];
  readonly support: Support;
  readonly unsure?: string;
}

/** The number of runs from which a tool's ordinary use is known well enough to widen its labels. */
const WIDENED_FROM = 5;

function learnGuard(argument: string, seen: ArgumentEvidence, strict: Strictness): LearnedGuard {
  const { runs } = seen;
  const heldBy = (guard: Candidate): number => seen.passed.get(guard) ?? 0;
  const learned = (guard: LearnedGuard['guard'], held: number, unsure?: string): LearnedGuard => ({
    argument,
    guard,
    support: { held, runs },
    ...(unsure === undefined ? {} : { unsure }),
  });
  if (!seen.isHarmless && runs >= strict.tightensFrom) {
    const tight = (['user', 'trusted', 'host'] as const).find((guard) => heldBy(guard) === runs);
    if (tight !== undefined) return learned(CANDIDATES[tight], runs);
    const listers = listersOf(seen);
    if (heldBy('listed') === runs && listers.length > 0 && !isAddress(seen))
      return learned({ oneOf: listers, remember: 'session' }, runs);
  }
  const fits = heldBy('shape');
  if (fits === runs) return learned(CANDIDATES.shape, runs);
  const isOrdinary = runs >= WIDENED_FROM && fits * 2 <= runs && !isAddress(seen);
  const wide = (['untainted', 'copied', 'links'] as const).find((guard) => heldBy(guard) === runs);
  const why = `${argument}: in ${runs - fits} of ${runs} runs no trusted source named it; ${sourcesOf(seen)}`;
  if (!isOrdinary) return learned(CANDIDATES.shape, fits, `${why}. A person is asked`);
  return learned(wide === undefined ? 'free' : CANDIDATES[wide], runs, `${why}. It may`);
}

function isAddress({ forms }: ArgumentEvidence): boolean {
  return forms.has('mail') || forms.has('url');
}

function listersOf({ origins }: ArgumentEvidence): readonly string[] {
  return [...origins.keys()]
    .filter((origin) => origin.startsWith('tool:'))
    .map((origin) => origin.slice('tool:'.length))
    .toSorted();
}

/** Returns the sources of an argument's values, in words for people. */
export function sourcesOf({ origins }: ArgumentEvidence): string {
  const names = [...origins].toSorted(([, one], [, other]) => other - one);
  return names
    .slice(0, 3)
    .map(([origin, runs]) => {
      const name =
        origin === 'user' ? 'the user' : origin === 'model' ? 'the model' : origin.slice(5);
      return `${name} (${runs})`;
    })
    .join(', ');
}

interface LearnedWish {
  readonly label: Pick<ToolLabel, 'asksFor' | 'whose'>;
  readonly isSteady: boolean;
  readonly unsure: readonly string[];
}

/** Learns what the user, or an author that the user named, asked for when such calls were made. */
function learnWish(asksFor: ToolLabel['asksFor'], { wishes, runs }: ToolEvidence): LearnedWish {
  if (asksFor === undefined) return { label: {}, isSteady: false, unsure: [] };
  const wanted = [asksFor].flat();
  type Wished = (typeof wanted)[number];
  const covered = (side: number, asked: readonly string[]): number => {
    let sum = 0;
    for (const [wish, times] of wishes)
      if (asked.some((each) => said(wish, side).includes(each))) sum += times;
    return sum;
  };
  // The name says one thing, but every request says another: `send_payment`, and "pay".
  const [first = ''] = wishes.keys();
  const others = said(first, 0).filter((each) => each !== '' && covered(0, [each]) === runs);
  const isNamed = covered(0, wanted) === runs;
  if (isNamed || (runs >= MANY && others.length > 0)) {
    const more = isNamed ? [] : (others as Wished[]);
    return { label: { asksFor: [...wanted, ...more] }, isSteady: true, unsure: [] };
  }
  const open = runs - covered(1, wanted);
  const why = `${open} of ${runs} runs called it although nobody mentioned ${wanted.join(' or ')}. A person is asked`;
  return {
    label: { asksFor: wanted, whose: 'authors' },
    isSteady: open === 0,
    unsure: open === 0 ? [] : [why],
  };
}

function said(wish: string, side: number): readonly string[] {
  return wish.split('|')[side]?.split(',') ?? [];
}
