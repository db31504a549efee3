import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PolicyRow } from '@interpose/guardian-api';

import { count } from '../../parts/numbers.ts';
import type { Column } from '../../tables/table-model.ts';
import { Ago, duration } from '../../parts/times.tsx';

export const policyColumns: readonly Column<PolicyRow>[] = [
  {
    id: 'name',
    head: 'Policy',
    width: 'minmax(120px, 2fr)',
    value: ({ name }) => name,
    cell: ({ name }) => (
      <Link className="row-link" to="/sessions" search={{ policy: [name] }}>
        <PolicyName name={name} />
      </Link>
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
    head: 'Asked',
    width: '72px',
    align: 'end',
    wideOnly: true,
    value: ({ asked }) => asked,
    cell: ({ asked }) => count(asked),
  },
  {
    id: 'modified',
    head: 'Modified',
    width: '80px',
    align: 'end',
    wideOnly: true,
    value: ({ modified }) => modified,
    cell: ({ modified }) => count(modified),
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

/** The policy, and which hook of it. */
function PolicyName({ name }: { readonly name: string }): ReactElement {
  const [policy, ...hook] = name.split('/');
  return (
    <>
      {hook.length > 0 && <span className="dim">{policy} / </span>}
      <b>{hook.length > 0 ? hook.join('/') : policy}</b>
    </>
  );
}
