import { personalDetector } from '@interpose/policies/redact-personal';

import { pooled, qualityOf } from '../spans/quality-of.ts';
import { readLabelledTexts } from '../spans/read-labelled-texts.ts';
import { scoreSpans } from '../spans/score-spans.ts';
import type { PiiReport } from './pii-report.ts';

/** The types that a parser can check and that the texts have labels for. */
const CHECKABLE: readonly string[] = [
  'CREDIT_CARD',
  'IBAN_CODE',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'IP_ADDRESS',
  'US_SSN',
  'DOMAIN_NAME',
];

/** Finds personal data of every built-in type in labelled texts and compares; types that are only labelled are told too. */
export async function evalPii(data: string): Promise<PiiReport> {
  const { texts, badRows } = readLabelledTexts(data);
  const score = scoreSpans(texts, personalDetector());
  return {
    types: score.types,
    checkable: qualityOf(
      pooled(
        [...score.tallies].flatMap(([type, tally]) => (CHECKABLE.includes(type) ? [tally] : [])),
      ),
    ),
    megabytesPerSecond: score.megabytesPerSecond,
    badRows,
  };
}
