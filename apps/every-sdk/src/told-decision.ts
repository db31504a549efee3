import type { DecisionRecord, Hooks } from '@interpose/core';

/** What a policy decided, without what differs from run to run. */
export type ToldDecision = Pick<
  DecisionRecord,
  'event' | 'decision' | 'by' | 'codes' | 'changed'
> & {
  readonly tool?: string;
  readonly settled?: string;
};

/** Notes every decision that was more than a plain allow, in order. */
export function noteDecisions(hooks: Hooks): readonly ToldDecision[] {
  const told: ToldDecision[] = [];
  hooks.observe('onDecision', ({ record }) => {
    if (record.decision !== 'allow') told.push(tell(record));
  });
  return told;
}

function tell({
  event,
  tool,
  decision,
  by,
  codes,
  changed,
  settled,
}: DecisionRecord): ToldDecision {
  return {
    event,
    ...(tool === undefined ? {} : { tool }),
    decision,
    ...(settled === undefined ? {} : { settled }),
    by,
    codes,
    changed,
  };
}
