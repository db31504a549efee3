import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Policies } from '@interpose/guardian-api';

import { may, meQuery } from '../../api/person.ts';
import { policiesQuery } from '../../api/policies.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { DraftForm } from './draft-form.tsx';
import { policyColumns } from './policy-columns.tsx';
import { Versions } from './versions.tsx';

/** What holds now, and what a draft would change. */
export function PoliciesPage(): ReactElement {
  const query = useQuery(policiesQuery);
  return (
    <div className="page">
      <PageHead
        title="Policies"
        question={
          query.data === undefined ? (
            'What is in force, and what a draft would change.'
          ) : (
            <>
              In force: <span className="mono">{query.data.digest.slice(0, 16)}</span>
            </>
          )
        }
      />
      <Loaded query={query}>{(data) => <Body data={data} />}</Loaded>
    </div>
  );
}

function Body({ data }: { readonly data: Policies }): ReactElement {
  const { policies, versions } = data;
  const { data: me } = useQuery(meQuery);
  return (
    <>
      {policies.length === 0 ? <NoPolicy /> : <WhatTheyDid data={data} />}
      <section className="part">
        <h2>What would a draft change?</h2>
        <p className="dim">
          Judges again what was decided before, by policies that do not serve. Nothing runs, nobody
          is asked, and no agent is told.
        </p>
        {may(me, 'admin') ? (
          <DraftForm versions={versions} serving={data.digest} />
        ) : (
          <p className="dim">Only admins compare drafts, since a draft is code that runs here.</p>
        )}
      </section>
      <section className="part">
        <h2>Versions</h2>
        <Versions versions={versions} />
      </section>
    </>
  );
}

function NoPolicy(): ReactElement {
  return (
    <Empty title="No policy is loaded">
      <p>
        Give the guardian a module of policies as its first argument; until then it allows every
        step and records it.
      </p>
    </Empty>
  );
}

function WhatTheyDid({ data }: { readonly data: Policies }): ReactElement {
  return (
    <section className="part">
      <h2>What each policy did in the last day</h2>
      <DataTable
        label="Policies"
        rows={data.policies}
        columns={policyColumns}
        rowKey={({ name }) => name}
      />
      <p className="dim">
        Counted over at most the newest {count(data.newest)} decisions. A policy opens to the
        sessions in which it said something else than allow.
      </p>
    </section>
  );
}
