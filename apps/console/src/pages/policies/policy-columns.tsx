import { Link } from '@tanstack/react-router';

import type { PolicyRow } from '../../api/policies.ts';
import { count } from '../../parts/numbers.ts';
import type { Column } from '../../tables/table-model.ts';
import { Ago, duration } from '../../parts/times.tsx';

export const policyColumns: readonly Column<PolicyRow>[] = [
  {
    id: 'name',
    head: 'Policy',
    width: 'minmax(120px, 2fr)',
    value: ({ name }) => name,
    cell: ({ name, version }) => (
      <>
        <Link className="row-link" to="/sessions" search={{ q: name }}>
          <b>{name}</b>
        </Link>
        {version !== undefined && <span className="dim"> {version}</span>}
      </>
    ),
  },
  {
    id: 'decisions',
    head: 'Decisions',
    width: '88px',
    align: 'end',
    value: ({ decisions }) => decisions,
    cell: ({ decisions }) => count(decisions),
  },
  {
    id: 'denied',
    head: 'Denied',
    width: '72px',
    align: 'end',
    value: ({ denied }) => denied,
    cell: ({ denied }) => count(denied),
  },
  {
    id: 'asked',
    head: 'Asked a person',
    width: '112px',
    align: 'end',
    wideOnly: true,
    value: ({ asked }) => asked,
    cell: ({ asked }) => count(asked),
  },
  {
    id: 'p50',
    head: 'p50',
    width: '80px',
    align: 'end',
    wideOnly: true,
    value: ({ p50 }) => p50,
    cell: ({ p50 }) => duration(p50),
  },
  {
    id: 'p99',
    head: 'p99',
    width: '80px',
    align: 'end',
    wideOnly: true,
    value: ({ p99 }) => p99,
    cell: ({ p99 }) => duration(p99),
  },
  {
    id: 'last',
    head: 'Last intervened',
    width: '144px',
    align: 'end',
    wideOnly: true,
    value: ({ lastAt }) => lastAt ?? 0,
    cell: ({ lastAt }) =>
      lastAt === undefined ? <span className="dim">never</span> : <Ago at={lastAt} />,
  },
];
