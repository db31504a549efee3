import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Audit, AuditHead } from '@interpose/guardian-api';

import { auditQuery } from '../../api/audit.ts';
import { may, meQuery } from '../../api/person.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DataTable } from '../../tables/data-table.tsx';
import { TextBlock } from '../../parts/values/json-view.tsx';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { count, plural } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import type { Column } from '../../tables/table-model.ts';
import { Moment } from '../../parts/times.tsx';
import { Verify } from './verify.tsx';

/** The chain of what was decided, and the proof that nobody changed it. */
export function AuditPage(): ReactElement {
  const query = useQuery(auditQuery);
  const { data: me } = useQuery(meQuery);
  return (
    <div className="page fills">
      <PageHead title="Audit" question="Whether you can prove what was decided.">
        {may(me, 'admin') && <Exports />}
      </PageHead>
      <Loaded query={query}>{(audit) => <Chain audit={audit} />}</Loaded>
    </div>
  );
}

function Exports(): ReactElement {
  return (
    <>
      <a className="button" href="/api/audit/export?format=jsonl" download>
        Export as JSON lines
      </a>
      <a className="button" href="/api/audit/export?format=ocsf" download>
        Export as OCSF
      </a>
    </>
  );
}

function Chain({ audit }: { readonly audit: Audit }): ReactElement {
  const { heads, total, publicKey, isAnchored } = audit;
  if (heads.length === 0)
    return (
      <Empty title="Nothing is chained yet">
        <p>The first batch closes within a second of the first decision.</p>
      </Empty>
    );
  return (
    <>
      <Verify total={total} />
      <details className="key">
        <summary>The public key that signs the batches</summary>
        <div className="stack">
          <TextBlock label="The public key" text={publicKey} />
          <CopyButton text={publicKey}>Copy the key</CopyButton>
          <p className="dim">
            Whoever has an export and this key can check it without the guardian:{' '}
            <code>pnpm guardian audit verify audit.jsonl --key public.pem</code>
          </p>
        </div>
      </details>
      <p className="dim count-line">
        {plural(total, 'record')}; the newest {plural(heads.length, 'batch', 'batches')}.{' '}
        {isAnchored
          ? 'Heads are written into the anchor file every ten seconds.'
          : 'Heads are kept in the database only. Name a file in INTERPOSE_ANCHOR_FILE, and the check also finds batches that were cut off at the end.'}
      </p>
      <DataTable
        label="Batches, newest first"
        rows={heads}
        columns={isAnchored ? headColumns : headColumns.filter(({ id }) => id !== 'anchored')}
        rowKey={({ batch }) => String(batch)}
        fills
      />
    </>
  );
}

const headColumns: readonly Column<AuditHead>[] = [
  {
    id: 'batch',
    head: 'Batch',
    width: '56px',
    value: ({ batch }) => batch,
    cell: ({ batch }) => count(batch),
  },
  {
    id: 'closed',
    head: 'Closed',
    width: 'clamp(72px, 9vw, 112px)',
    value: ({ closedAt }) => closedAt,
    cell: ({ closedAt }) => <Moment at={closedAt} />,
  },
  {
    id: 'hash',
    head: 'Hash',
    width: 'minmax(96px, 2fr)',
    cell: ({ hash }) => <span className="mono">{hash}</span>,
  },
  {
    id: 'count',
    head: 'Records',
    width: '72px',
    align: 'end',
    value: ({ count: records }) => records,
    cell: ({ count: records }) => count(records),
  },
  {
    id: 'anchored',
    head: 'Anchored',
    align: 'end',
    width: '112px',
    wideOnly: true,
    cell: ({ anchored }) =>
      anchored === undefined ? <span className="dim">not yet</span> : <Moment at={anchored} />,
  },
];
