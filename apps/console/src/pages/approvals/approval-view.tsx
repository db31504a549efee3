import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Approval, WholeApproval } from '@interpose/guardian-api';

import { switchesQuery } from '../../api/agents.ts';
import { approvalQuery } from '../../api/approvals.ts';
import { Button } from '../../parts/button.tsx';
import { eventText } from '../../parts/events.ts';
import { Loaded } from '../../parts/notices.tsx';
import { Moment } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { AnswerBar } from './answer-bar.tsx';
import { ExactCall } from './exact-call.tsx';
import { TimeLeft } from './time-left.tsx';
import { useSeen } from './use-seen.ts';

interface Props {
  readonly id: string;
  readonly rows: readonly Approval[];
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** One ask: what would run, why it was asked, what was said around it, and the answer. */
export function ApprovalView({ id, rows, onDone, onBack }: Props): ReactElement {
  const approval = useQuery(approvalQuery(id));
  const { end, ...seen } = useSeen();
  return (
    <section className="approval" aria-label="The ask">
      <div className="approval-back">
        <Button kind="quiet" onPress={onBack}>
          Back to the list
        </Button>
      </div>
      <Loaded query={approval} lines={10}>
        {(detail) => (
          <>
            <div className="approval-text">
              <Heading detail={detail} />
              <Stopped detail={detail} />
              <ExactCall detail={detail} end={end} />
              <Around detail={detail} />
            </div>
            <AnswerBar detail={detail} rows={rows} seen={seen} onDone={onDone} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Heading({ detail }: { readonly detail: WholeApproval }): ReactElement {
  const { question, agent, user, by, quorum, answers, sessionId, askedAt } = detail;
  const asker = typeof by === 'string' ? by : by.join(', ');
  return (
    <header className="step-head">
      <h2>{plainText(question)}</h2>
      <p className="dim">
        {plainText(agent)}
        {user !== undefined && ` for ${plainText(user)}`} · asked by {plainText(asker)} ·{' '}
        <Moment at={askedAt} /> · <TimeLeft approval={detail} /> ·{' '}
        <Link to="/sessions/$id" params={{ id: sessionId }}>
          the session
        </Link>
      </p>
      {quorum.needed > 1 && (
        <p>
          Needs {quorum.needed} answers
          {quorum.roles !== undefined && ` of ${quorum.roles.join(' or ')}`}; {answers.length}{' '}
          given.
        </p>
      )}
    </header>
  );
}

/** Says that a yes would not count: what is switched off is denied also after it. */
function Stopped({ detail }: { readonly detail: WholeApproval }): ReactElement | undefined {
  const { data } = useQuery(switchesQuery);
  const { agent, tool, sessionId: session, state } = detail;
  const stopped = data?.rows.find(
    ({ kind, value }) => kind === 'tenant' || { agent, tool, session }[kind] === value,
  );
  if (stopped === undefined || state !== 'waiting') return undefined;
  const { kind, why, by } = stopped;
  return (
    <p className="risk-of-all" role="status">
      <b>A yes does not count now.</b> {kind === 'tenant' ? 'Everything' : `This ${kind}`} is
      stopped by {plainText(by)}: {plainText(why)} <Link to="/agents">Resume it under Agents</Link>
    </p>
  );
}

/** The conversation around the call, and what was said to the same before. */
function Around({ detail }: { readonly detail: WholeApproval }): ReactElement {
  const { conversation, earlier, answers } = detail;
  return (
    <>
      {answers.length > 0 && (
        <Part title="Answers">
          <Answers answers={answers} />
        </Part>
      )}
      <Part title="The conversation around it">
        {conversation.length === 0 ? (
          <p className="dim">The agent sent none of it.</p>
        ) : (
          <ol className="talk">
            {conversation.map(({ role, text }, at) => (
              <li key={`${at}:${role}`}>
                <span className="dim">{role}</span>
                <p>{plainText(text)}</p>
              </li>
            ))}
          </ol>
        )}
      </Part>
      {earlier.length > 0 && (
        <Part title={`Earlier answers to ${plainText(detail.tool ?? eventText(detail.event))}`}>
          <Answers answers={earlier} />
        </Part>
      )}
    </>
  );
}

function Answers({ answers }: { readonly answers: WholeApproval['answers'] }): ReactElement {
  return (
    <ul className="answers">
      {answers.map(({ by, at, decision, words }) => (
        <li key={`${at}:${by}`}>
          <Moment at={at} /> {plainText(by)}: <b>{decision}</b>{' '}
          {words !== undefined && <q>{plainText(words)}</q>}
        </li>
      ))}
    </ul>
  );
}

function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="step-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
