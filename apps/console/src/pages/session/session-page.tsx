import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import type { WholeSession } from '@interpose/guardian-api';

import { sessionQuery } from '../../api/sessions.ts';
import { Button } from '../../parts/button.tsx';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { plural, spendText } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { duration, Moment } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { buildTree, type TreeNode } from './build-tree.ts';
import { SessionTree } from './session-tree.tsx';
import { StepPane } from './step-pane.tsx';
import { holderOf } from './visible-rows.ts';

/** What happened in one session, and why. */
export function SessionPage(): ReactElement {
  const { id } = useParams({ from: '/framed/sessions/$id' });
  const session = useQuery(sessionQuery(id));
  return (
    <div className="page fills">
      <PageHead
        title={titleOf(session.data?.session.agent)}
        question={
          <>
            <Link to="/sessions">Sessions</Link> / <span className="mono">{plainText(id)}</span>
          </>
        }
      >
        <Button onPress={() => void session.refetch()} isPending={session.isFetching}>
          Refresh
        </Button>
      </PageHead>
      <Loaded query={session} lines={14}>
        {(detail) => <Detail key={id} detail={detail} />}
      </Loaded>
    </div>
  );
}

/** An agent may have no name, or an empty one. */
function titleOf(agent: string | undefined): string {
  return agent === undefined || agent === '' ? 'Session' : plainText(agent);
}

function Detail({ detail }: { readonly detail: WholeSession }): ReactElement {
  const { step } = useSearch({ from: '/framed/sessions/$id' });
  const navigate = useNavigate({ from: '/sessions/$id' });
  const nodes = useMemo(() => buildTree(detail), [detail]);
  if (nodes.length === 0)
    return (
      <Empty title="Nothing was decided in this session yet">
        <p>Its steps appear here as its agent asks.</p>
      </Empty>
    );
  const choose = (next: string | undefined): void =>
    void navigate({
      search: next === undefined ? {} : { step: next },
      replace: step !== undefined,
    });
  return (
    <>
      <Facts detail={detail} />
      <div className={step === undefined ? 'session-body' : 'session-body with-step'}>
        <SessionTree nodes={nodes} chosen={step} onChoose={choose} />
        {step !== undefined && (
          <StepPane
            key={step}
            id={step}
            cameBack={cameBackOf(nodes, step)}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </>
  );
}

/** The decision on what came back of a call. */
function cameBackOf(nodes: readonly TreeNode[], id: string): string | undefined {
  const last = holderOf(nodes, id)?.children.at(-1)?.key;
  return last === id ? undefined : last;
}

function Facts({ detail: { session, chats } }: { readonly detail: WholeSession }): ReactElement {
  const { startedAt, lastAt, steps, denied, asked, modified, errors, spend, user, framework } =
    session;
  const facts: readonly (readonly [string, ReactElement | string])[] = [
    ['Started', <Moment key="started" at={startedAt} />],
    ['Duration', duration(lastAt - startedAt)],
    ['User', plainText(user ?? 'none')],
    ['SDK', plainText(framework ?? 'unknown')],
    ['Contains', `${plural(chats.length, 'chat')}, ${plural(steps, 'step')}`],
    ['Verdicts', `${denied} denied, ${asked} asked, ${modified} modified`],
    ['Errors', String(errors)],
    ...(spend === undefined ? [] : [['Spend', spendText(spend)] as const]),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
