import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { SessionRow } from '@interpose/guardian-api';

import type { Verb } from '../../api/decisions.ts';
import { count, plural, spendText } from '../../parts/numbers.ts';
import type { Column } from '../../tables/table-model.ts';
import { duration, Moment } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { VERB_WORDS, VerdictShape } from '../../parts/verdict.tsx';

export const sessionColumns: readonly Column<SessionRow>[] = [
  {
    id: 'started',
    head: 'Started',
    width: 'clamp(88px, 9vw, 104px)',
    value: ({ startedAt }) => startedAt,
    cell: ({ startedAt }) => <Moment at={startedAt} />,
  },
  {
    id: 'session',
    head: 'Session',
    width: 'minmax(120px, 3fr)',
    cell: ({ id, agent }) => (
      <Link className="row-link" to="/sessions/$id" params={{ id }}>
        <b>{plainText(agent)}</b> <span className="dim mono">{plainText(id)}</span>
      </Link>
    ),
  },
  {
    id: 'user',
    head: 'User',
    width: 'minmax(80px, 0.5fr)',
    wideOnly: true,
    cell: ({ user }) =>
      user === undefined ? <span className="dim">no user</span> : plainText(user),
  },
  {
    id: 'said',
    head: 'Verdicts',
    width: 'minmax(112px, 0.5fr)',
    cell: (row) => <Said row={row} />,
  },
  {
    id: 'steps',
    head: 'Steps',
    width: '56px',
    align: 'end',
    wideOnly: true,
    value: ({ steps }) => steps,
    cell: ({ steps }) => count(steps),
  },
  {
    id: 'length',
    head: 'Duration',
    width: '72px',
    align: 'end',
    wideOnly: true,
    value: ({ startedAt, lastAt }) => lastAt - startedAt,
    cell: ({ startedAt, lastAt }) => duration(lastAt - startedAt),
  },
  {
    id: 'spend',
    head: 'Spend',
    width: '64px',
    align: 'end',
    wideOnly: true,
    value: ({ spend }) => spend ?? 0,
    cell: ({ spend }) => (spend === undefined ? '' : spendText(spend)),
  },
];

function Said({ row }: { readonly row: SessionRow }): ReactElement {
  const said: readonly (readonly [Verb, number])[] = [
    ['deny', row.denied],
    ['ask', row.asked],
    ['modify', row.modified],
  ];
  const some = said.filter(([, times]) => times > 0);
  return (
    <span className="legend">
      {some.map(([verb, times]) => (
        <span key={verb} title={`${times} ${VERB_WORDS[verb]}`}>
          <VerdictShape verb={verb} />
          <span className="unseen">{VERB_WORDS[verb]}</span> {count(times)}
        </span>
      ))}
      {row.errors > 0 && <span className="faulty-text">{plural(row.errors, 'error')}</span>}
      {some.length === 0 && row.errors === 0 && <span className="dim">all allowed</span>}
    </span>
  );
}
