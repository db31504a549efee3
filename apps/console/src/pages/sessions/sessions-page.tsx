import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import type { SessionRow } from '@interpose/guardian-api';

import type { SessionFilters } from '../../app/session-filters.ts';
import { sessionsQuery } from '../../api/sessions.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { Empty, Failure, Loading } from '../../parts/notices.tsx';
import { plural } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Facets } from './facets.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LookingBack } from './looking-back.tsx';
import { sessionColumns } from './session-columns.tsx';
import { windowOf } from './time-window.ts';

/** The sessions that fit these filters, page by page. */
function useSessions(filters: SessionFilters) {
  const query = useMemo(() => {
    const { last, from, to, ...rest } = filters;
    return { ...rest, ...windowOf(last, from, to) };
  }, [filters]);
  return useInfiniteQuery({ ...sessionsQuery(query), placeholderData: (before) => before });
}

/** Where a run is: searched and narrowed down; every filter is in the address. */
export function SessionsPage(): ReactElement {
  const filters = useSearch({ from: '/framed/sessions' });
  const navigate = useNavigate();
  const change = (next: Partial<Record<keyof SessionFilters, unknown>>): void => {
    const search = { ...filters, ...next } as SessionFilters;
    void navigate({ to: '/sessions', search, replace: true });
  };
  const sessions = useSessions(filters);
  const pages = sessions.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const more = (): void => {
    if (sessions.hasNextPage && !sessions.isFetchingNextPage) void sessions.fetchNextPage();
  };
  return (
    <div className="page fills">
      <PageHead title="Sessions" question="Where a run is, and what was decided in it." />
      <FilterBar filters={filters} onChange={change} />
      <div className="sessions-body">
        <Facets facets={pages?.[0]?.facets} filters={filters} onChange={change} />
        <div className="sessions-list">
          {sessions.error !== null && pages === undefined ? (
            <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />
          ) : pages === undefined ? (
            <Loading lines={12} />
          ) : (
            <List
              key={JSON.stringify(filters)}
              rows={rows}
              hasMore={sessions.hasNextPage}
              onEnd={more}
              isFiltered={Object.keys(filters).length > 0}
              below={<LookingBack sessions={sessions} />}
            />
          )}
        </div>
      </div>
    </div>
  );
}

interface ListProps {
  readonly rows: readonly SessionRow[];
  readonly hasMore: boolean;
  readonly onEnd: () => void;
  readonly isFiltered: boolean;
  /** How far back was looked, where the list is short. */
  readonly below: ReactNode;
}

function List({ rows, hasMore, onEnd, isFiltered, below }: ListProps): ReactElement {
  if (rows.length === 0 && hasMore) return <>{below}</>;
  if (rows.length === 0) return <Nothing isFiltered={isFiltered} />;
  return (
    <>
      <p className="dim count-line" role="status">
        {hasMore
          ? `The newest ${plural(rows.length, 'session')}; more below`
          : plural(rows.length, 'session')}
      </p>
      <DataTable
        label="Sessions, newest first"
        rows={rows}
        columns={sessionColumns}
        rowKey={({ id }) => id}
        onEnd={onEnd}
        fills
      />
      {below}
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  if (isFiltered)
    return (
      <Empty title="No session matches">
        <p>Take away a filter, or look further back in time.</p>
      </Empty>
    );
  return (
    <Empty title="No session yet">
      <p>
        A session appears here with the first decision of its agent. Live tells how to connect one.
      </p>
    </Empty>
  );
}
