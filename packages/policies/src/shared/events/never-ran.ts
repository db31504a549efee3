import type { DecisionRecord } from '@interpose/core';

/** Whether a gated step did not happen: denied, answered by a policy, refused by a person or waiting for one. */
export function neverRan(record: DecisionRecord | undefined): boolean {
  if (record === undefined || record.mode === 'monitor') return false;
  if (record.decision === 'ask') return record.settled !== 'approved';
  return record.decision === 'deny' || record.decision === 'respond';
}
