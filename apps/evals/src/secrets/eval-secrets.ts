import { secretDetector } from '@interpose/policies/redact-secrets';

import { pooled, qualityOf } from '../spans/quality-of.ts';
import { readLabelledTexts } from '../spans/read-labelled-texts.ts';
import { scoreSpans } from '../spans/score-spans.ts';
import type { SecretsReport } from './secrets-report.ts';

/** Finds secrets of every built-in type in labelled texts and compares. */
export async function evalSecrets(data: string): Promise<SecretsReport> {
  const { texts, badRows } = readLabelledTexts(data);
  const detector = secretDetector();
  const score = scoreSpans(texts, detector);
  return {
    types: score.types,
    all: qualityOf(pooled([...score.tallies.values()])),
    falseAlarms: texts.filter(
      ({ text, spans }) => spans.length === 0 && detector.find(text).length > 0,
    ).length,
    megabytesPerSecond: score.megabytesPerSecond,
    badRows,
  };
}
