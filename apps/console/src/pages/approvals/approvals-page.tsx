import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Approval, ApprovalPage } from '@interpose/guardian-api';

import { approvalsQuery } from '../../api/approvals.ts';
import { present } from '../../app/session-filters.ts';
import { useKeys } from '../../keys/key-map.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { ApprovalView } from './approval-view.tsx';
import { Inbox } from './inbox.tsx';
import { useSteadyRows } from './steady-rows.ts';

/** What waits for a person, and whether that person may say yes. */
export function ApprovalsPage(): ReactElement {
  const { state } = useSearch({ from: '/framed/approvals' });
  const query = useQuery(approvalsQuery(state ?? 'waiting'));
  return (
    <div className="page fills">
      <PageHead
        title="Approvals"
        question="What waits for a person. An agent stands still until somebody answers."
      >
        {state === 'all' ? (
          <Link className="button" to="/approvals">
            Show waiting only
          </Link>
        ) : (
          <Link className="button" to="/approvals" search={{ state: 'all' }}>
            Show past asks too
          </Link>
        )}
      </PageHead>
      <Loaded query={query} lines={10}>
        {(page) => <Steady key={state ?? 'waiting'} page={page} showsAll={state === 'all'} />}
      </Loaded>
    </div>
  );
}

interface SteadyProps {
  readonly page: ApprovalPage;
  readonly showsAll: boolean;
}

function Steady({ page, showsAll }: SteadyProps): ReactElement {
  const { rows, done, tidy } = useSteadyRows(page, showsAll);
  const [chosen, choose] = useChosen(rows);
  if (rows.length === 0 && chosen === undefined) return <NothingWaits showsAll={showsAll} />;
  const after = nextWaiting(rows, chosen);
  return (
    <div className={chosen === undefined ? 'approvals-body' : 'approvals-body with-one'}>
      <div className="inbox-column">
        {rows.length === 0 ? (
          <p className="dim">{showsAll ? 'Nobody was ever asked.' : 'Nothing waits for you.'}</p>
        ) : (
          <Inbox rows={rows} chosen={chosen} />
        )}
        {page.next !== null && <Cut page={page} showsAll={showsAll} />}
        {done > 0 && !showsAll && (
          <Button kind="quiet" onPress={tidy}>
            {`Clear ${done} that ${done === 1 ? 'is' : 'are'} over`}
          </Button>
        )}
      </div>
      {chosen !== undefined && (
        <ApprovalView
          key={chosen}
          id={chosen}
          rows={rows}
          onDone={() => after !== undefined && choose(after.id)}
          onBack={() => choose(undefined)}
        />
      )}
    </div>
  );
}

/** Says that the list is not whole, which it does not show by itself. */
function Cut({ page: { rows, waiting }, showsAll }: SteadyProps): ReactElement {
  return (
    <p className="dim">
      {showsAll
        ? `These are the newest ${count(rows.length)}. Older ones are in their sessions.`
        : `These are the oldest ${count(rows.length)} of ${count(waiting)} that wait.`}
    </p>
  );
}

/** The next below that waits; after the last, the first of all. */
function nextWaiting(rows: readonly Approval[], chosen: string | undefined): Approval | undefined {
  const place = rows.findIndex(({ id }) => id === chosen);
  const others = [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))];
  return others.find(({ state }) => state === 'waiting');
}

type Choose = (id: string | undefined) => void;

/** Which ask is open: the one in the address; on wide pages, where there is none, the oldest that waits. */
function useChosen(rows: readonly Approval[]): readonly [string | undefined, Choose] {
  const { id } = useSearch({ from: '/framed/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  const [isWide] = useState(() => matchMedia('(min-width: 900px)').matches);
  // The oldest of the moment, not of now: what somebody else answers stays open.
  const [oldest] = useState(() => rows.find((row) => row.state === 'waiting') ?? rows[0]);
  const chosen = id ?? (isWide ? (oldest ?? rows[0])?.id : undefined);
  const choose: Choose = (next) =>
    void navigate({
      search: ({ state }) => present({ state, id: next }),
      replace: true,
    });
  const move = (by: number): void => {
    const next = rows[rows.findIndex((row) => row.id === chosen) + by];
    if (next !== undefined) choose(next.id);
  };
  useKeys('The inbox', [
    { keys: 'j', does: 'next', run: () => move(1), repeats: true },
    { keys: 'k', does: 'the one before', run: () => move(-1), repeats: true },
  ]);
  return [chosen, choose];
}

function NothingWaits({ showsAll }: { readonly showsAll: boolean }): ReactElement {
  if (showsAll)
    return (
      <Empty title="Nobody was ever asked">
        <p>
          A policy asks a person with <code>ask('question')</code>; what it asks about appears here.
        </p>
      </Empty>
    );
  return (
    <Empty title="Nothing waits for you">
      <p>
        A policy asks a person with <code>ask('question')</code>. The call then waits here, and this
        page shows it the moment it is asked.
      </p>
    </Empty>
  );
}
