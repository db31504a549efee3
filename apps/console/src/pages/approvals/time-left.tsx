import type { ReactElement } from 'react';
import type { Approval, ApprovalState } from '@interpose/guardian-api';

import { roughly, useNow } from '../../parts/times.tsx';

const STATE_WORDS: Readonly<Record<ApprovalState, string>> = {
  waiting: 'waiting',
  approved: 'approved',
  denied: 'denied',
  changed: 'approved, changed',
  answered: 'answered',
  expired: 'expired',
  withdrawn: 'no longer waiting',
};

/** How long it still waits, or how it ended. */
export function TimeLeft({ approval }: { readonly approval: Approval }): ReactElement {
  const now = useNow(1000);
  const { state, expiresAt } = approval;
  if (state !== 'waiting') return <span className="tag">{STATE_WORDS[state]}</span>;
  const left = expiresAt - now;
  if (left <= 0) return <span className="tag">expired</span>;
  return <span className={left < 60_000 ? 'left urgent' : 'left'}>{roughly(left)} left</span>;
}
