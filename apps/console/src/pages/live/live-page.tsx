import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, type ReactElement } from 'react';
import type { Decision } from '@interpose/guardian-api';

import { fetchDecisions, VERBS } from '../../api/decisions.ts';
import { useConnection } from '../../api/live.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../tables/data-table.tsx';
import { decisionColumns } from '../../tables/decision-columns.tsx';
import { Choice } from '../../parts/fields.tsx';
import { TextBlock } from '../../parts/values/json-view.tsx';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { briefly } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { VERB_WORDS } from '../../parts/verdict.tsx';
import { useHeldRows } from './held-rows.ts';
import { LastHour } from './last-hour.tsx';

const VERB_CHOICES = [
  ['', 'every verdict'],
  ...VERBS.map((verb) => [verb, VERB_WORDS[verb]] as const),
] as const;

/** What my agents are doing, and whether anything is stuck. */
export function LivePage(): ReactElement {
  const { verb = '' } = useSearch({ from: '/framed/' });
  const navigate = useNavigate();
  const first = useQuery({
    queryKey: ['decisions', 'newest', verb],
    queryFn: ({ signal }) => fetchDecisions({ verb, limit: 200 }, signal),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="page fills">
      <PageHead title="Live" question="What your agents are doing now, and what is stuck.">
        <LineState />
        <Choice
          label="Show"
          value={verb}
          options={VERB_CHOICES}
          onChange={(next) => void navigate({ to: '/', search: next === '' ? {} : { verb: next } })}
        />
      </PageHead>
      <LastHour />
      <Loaded query={first} lines={12}>
        {({ rows }) => <Newest key={verb} first={rows} verb={verb} />}
      </Loaded>
    </div>
  );
}

function Newest({
  first,
  verb,
}: {
  readonly first: readonly Decision[];
  readonly verb: string;
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const isWanted = useCallback((row: Decision) => verb === '' || row.decision === verb, [verb]);
  const { rows, held, show, guard } = useHeldRows(first, isWanted, scroller);
  if (rows.length === 0) return <NothingYet verb={verb} />;
  return (
    <section className="newest" aria-label="Newest decisions">
      <div className="held">
        {held > 0 && (
          <Button kind="primary" onPress={show}>
            {briefly(held)} new
          </Button>
        )}
      </div>
      <div className="table-holder" {...guard}>
        <DataTable
          label="Decisions, newest first"
          rows={rows}
          columns={decisionColumns}
          rowKey={({ id, sessionId }) => `${sessionId}/${id}`}
          rowClass={({ problem }) => (problem === undefined ? '' : 'faulty')}
          scroller={scroller}
          fills
        />
      </div>
    </section>
  );
}

function NothingYet({ verb }: { readonly verb: string }): ReactElement {
  if (verb !== '')
    return <Empty title={`Nothing was ${VERB_WORDS[verb as keyof typeof VERB_WORDS]} yet`} />;
  return (
    <Empty title="No agent has asked yet">
      <p>Point one at this guardian; its decisions appear here as they are made:</p>
      <TextBlock label="How to point an agent here" text={pointingHere()} />
      <p>The guardian printed the token when it started; Settings makes another.</p>
    </Empty>
  );
}

function pointingHere(): string {
  return `import { guardian } from '@interpose/aos';

hooks.use(guardian({ url: '${location.origin}', token }));`;
}

const LINE_WORDS = { connecting: 'connecting', open: 'live', lost: 'disconnected' } as const;

function LineState(): ReactElement {
  const connection = useConnection();
  return (
    <span className={`line-state ${connection}`} role="status">
      <span aria-hidden="true" />
      {LINE_WORDS[connection]}
    </span>
  );
}
