import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import type { WholeDecision } from '@interpose/guardian-api';

import { decisionQuery } from '../../api/decisions.ts';
import { Button } from '../../parts/button.tsx';
import { DiffView } from '../../parts/values/diff-view.tsx';
import { eventText } from '../../parts/events.ts';
import { JsonView } from '../../parts/values/json-view.tsx';
import { Loaded } from '../../parts/notices.tsx';
import { duration, Moment } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { VERB_WORDS, VerdictMark, VerdictShape } from '../../parts/verdict.tsx';
import { JudgeAgain } from './judge-again.tsx';
import { SaidTable } from './said-table.tsx';

interface Props {
  readonly id: string;
  /** The decision on what came back, where this one is about a call. */
  readonly cameBack: string | undefined;
  readonly onClose: () => void;
}

/** Everything that is known of one decision. */
export function StepPane({ id, cameBack, onClose }: Props): ReactElement {
  const decision = useQuery(decisionQuery(id));
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow pages the pane lies over the tree; whoever opened it continues in it.
    if (matchMedia('(max-width: 1080px)').matches) pane.current?.focus();
  }, []);
  return (
    <section
      ref={pane}
      className="step-pane"
      aria-label="The step"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="step-close">
        <Button kind="quiet" onPress={onClose} label="Close the step">
          Close
        </Button>
      </div>
      <Loaded query={decision} lines={10}>
        {(detail) => <Known detail={detail} cameBack={cameBack} />}
      </Loaded>
    </section>
  );
}

interface KnownProps {
  readonly detail: WholeDecision;
  readonly cameBack: string | undefined;
}

function Known({ detail, cameBack }: KnownProps): ReactElement {
  const { payload, before, after, steps = [], event } = detail;
  const isAfter = event.startsWith('on');
  return (
    <>
      <Heading detail={detail} />
      <Part title={isAfter ? 'What came in' : 'What was asked'}>
        {payload === undefined ? <NotKept /> : <JsonView value={payload} label="What was asked" />}
      </Part>
      <Part title="What each policy said">
        <SaidTable steps={steps} hooks={detail.hooks} />
      </Part>
      {detail.changed && (
        <Part title="What was changed">
          {before === undefined ? (
            <NotKept />
          ) : (
            <DiffView before={before} after={after} label="What was changed" />
          )}
        </Part>
      )}
      {cameBack !== undefined && <CameBack id={cameBack} />}
      <Part title="With today’s policies">
        <JudgeAgain detail={detail} />
      </Part>
    </>
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

/** What ran tells itself in the decision that was made on its result. */
function CameBack({ id }: { readonly id: string }): ReactElement {
  const result = useQuery(decisionQuery(id));
  return (
    <Part title="What ran, and what came back">
      <Loaded query={result} lines={3}>
        {({ after, payload, decision }) => (
          <>
            <p>
              <VerdictMark verb={decision} />{' '}
              <Link search={{ step: id }} to=".">
                its decision
              </Link>
            </p>
            {payload === undefined ? (
              <NotKept />
            ) : (
              <JsonView value={after ?? payload} label="What came back" />
            )}
          </>
        )}
      </Loaded>
    </Part>
  );
}

function NotKept(): ReactElement {
  return (
    <p className="dim">
      The guardian did not keep it: a policy took it out before it was stored, or its days are over
      (Settings, Retention).
    </p>
  );
}

function Heading({ detail }: { readonly detail: WholeDecision }): ReactElement {
  const { decision, tool, event, at, ms, agent, user, reason, by, codes, mode, policies } = detail;
  return (
    <header className="step-head">
      <h2>
        <VerdictShape verb={decision} /> {plainText(tool ?? eventText(event))}{' '}
        {VERB_WORDS[decision]}
      </h2>
      {reason !== undefined && <p className="step-reason">{plainText(reason)}</p>}
      {detail.problem !== undefined && <p className="faulty-text">{plainText(detail.problem)}</p>}
      <p className="dim">
        <Moment at={at} /> · {eventText(event)} · {duration(ms)} · {plainText(agent)}
        {user !== undefined && ` for ${plainText(user)}`}
        {mode === 'monitor' && ' · monitored only, not enforced'}
      </p>
      <p className="dim">
        {by.length > 0 && <>by {plainText(by.join(', '))} </>}
        {codes.map((code) => (
          <span key={code} className="tag">
            {code}
          </span>
        ))}
        {detail.settled !== undefined && ` ${detail.settled}`}
        {detail.approvedBy !== undefined && ` by ${detail.approvedBy}`}
      </p>
      {policies !== undefined && (
        <p className="dim">
          policies <span className="mono">{policies.slice(0, 12)}</span>,{' '}
          {detail.source === 'asked'
            ? 'decided by the guardian'
            : 'decided and reported by the agent'}
        </p>
      )}
    </header>
  );
}
