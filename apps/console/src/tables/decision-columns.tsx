import { Link } from '@tanstack/react-router';
import type { Decision } from '@interpose/guardian-api';

import { eventText } from '../parts/events.ts';
import type { Column } from './table-model.ts';
import { duration, Moment } from '../parts/times.tsx';
import { plainText } from '../parts/values/plain-text.ts';
import { VerdictMark } from '../parts/verdict.tsx';

/** How decisions are listed everywhere: when, what, of whom, why. */
export const decisionColumns: readonly Column<Decision>[] = [
  {
    id: 'at',
    head: 'Time',
    width: 'clamp(72px, 9vw, 104px)',
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    id: 'verdict',
    head: 'Verdict',
    width: '88px',
    cell: ({ decision }) => <VerdictMark verb={decision} />,
  },
  {
    id: 'what',
    head: 'Step',
    width: 'minmax(120px, 1.5fr)',
    cell: (row) => (
      <Link
        className="row-link"
        to="/sessions/$id"
        params={{ id: row.sessionId }}
        search={{ step: row.id }}
      >
        <b>{plainText(row.tool ?? eventText(row.event))}</b>
        {row.tool !== undefined && <span className="dim"> {eventText(row.event)}</span>}
      </Link>
    ),
  },
  {
    id: 'why',
    head: 'Why',
    width: 'minmax(160px, 1.6fr)',
    wideOnly: true,
    cell: ({ reason, codes, by, mode }) => (
      <>
        {mode === 'monitor' && <span className="tag">monitor</span>}
        {plainText(reason ?? codes.join(', '))}
        {by.length > 0 && <span className="dim"> {plainText(by.join(', '))}</span>}
      </>
    ),
  },
  {
    id: 'agent',
    head: 'Agent',
    width: 'minmax(88px, 1fr)',
    wideOnly: true,
    cell: ({ agent, user }) => (
      <>
        {plainText(agent)}
        {user !== undefined && <span className="dim"> for {plainText(user)}</span>}
      </>
    ),
  },
  {
    id: 'ms',
    head: 'Took',
    width: '72px',
    align: 'end',
    wideOnly: true,
    cell: ({ ms }) => duration(ms),
  },
];
