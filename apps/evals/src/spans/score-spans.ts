import type { Detector, Span } from '@interpose/policies/redact-personal';

import { matchSpans, type Tally } from './match-spans.ts';
import { megabytesPerSecond } from './megabytes-per-second.ts';
import { pooled, qualityOf } from './quality-of.ts';
import type { TypeQuality } from './quality.ts';
import type { LabelledText } from './labelled-text.ts';

/** How a detector does on labelled texts. */
export interface SpanScore {
  /** Every type that was found or is labelled. */
  readonly types: Readonly<Record<string, TypeQuality>>;
  /** What the types came to, to be pooled. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Millions of UTF-8 bytes of these texts per second, the median of several passes. */
  readonly megabytesPerSecond: number;
}

/** Compares what a detector finds with the labels, type by type, and times it. */
export function scoreSpans(texts: readonly LabelledText[], detector: Detector): SpanScore {
  const found = texts.map(({ text }) => detector.find(text));
  const types = new Set<string>([
    ...detector.types,
    ...texts.flatMap(({ spans }) => spans.map(({ type }) => type)),
  ]);
  const tallies = new Map(
    [...types].toSorted().map((type) => [type, tallyOf(type, texts, found)] as const),
  );
  return {
    types: Object.fromEntries([...tallies].flatMap(told)),
    tallies,
    megabytesPerSecond: megabytesPerSecond(
      texts.map(({ text }) => text),
      (text) => detector.find(text),
    ),
  };
}

function tallyOf(
  type: string,
  texts: readonly LabelledText[],
  found: readonly (readonly Span[])[],
): Tally {
  return pooled(
    texts.map(({ spans }, index) => matchSpans(ofType(found[index]!, type), ofType(spans, type))),
  );
}

function told([type, tally]: readonly [string, Tally]): [string, TypeQuality][] {
  if (tally.found === 0 && tally.labelled === 0) return [];
  return [[type, { ...qualityOf(tally), support: tally.labelled }]];
}

function ofType(spans: readonly Span[], type: string): readonly Span[] {
  return spans.filter((span) => span.type === type);
}
