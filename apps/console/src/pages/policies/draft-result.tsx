import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Draft, DraftCounts } from '@interpose/guardian-api';

import { eventText } from '../../parts/events.ts';
import { count, plural } from '../../parts/numbers.ts';
import { Moment } from '../../parts/times.tsx';
import { VerdictMark } from '../../parts/verdict.tsx';

/** How many decisions would be other ones, by whom, and examples that lead to their steps. */
export function DraftResult({ draft }: { readonly draft: Draft }): ReactElement {
  const { judged, isWhole, changed, examples, byPolicy, byTool } = draft;
  return (
    <div className="stack" role="status">
      <p>
        <b>
          {changed === 0
            ? `Nothing would change in ${plural(judged, 'decision')}.`
            : `${plural(changed, 'decision')} of ${count(judged)} would be different.`}
        </b>
        {judged === 0 && ' Nothing was decided then, or nothing of it was kept.'}
        {!isWhole && ' Only the newest of that time were judged.'}
      </p>
      {changed > 0 && (
        <>
          <div className="line">
            {byPolicy.length > 0 && <Counts title="By policy" counts={byPolicy} />}
            {byTool.length > 0 && <Counts title="By tool" counts={byTool} />}
          </div>
          <Examples examples={examples} />
        </>
      )}
    </div>
  );
}

function Examples({ examples }: Pick<Draft, 'examples'>): ReactElement {
  return (
    <ul className="cards">
      {examples.map(({ decision, now }) => (
        <li key={`${decision.sessionId}/${decision.id}`} className="card example">
          <Moment at={decision.at} />
          <Link
            to="/sessions/$id"
            params={{ id: decision.sessionId }}
            search={{ step: decision.id }}
          >
            {decision.tool ?? eventText(decision.event)}
          </Link>
          <span className="dim">{decision.agent}</span>
          <VerdictMark verb={decision.decision} />
          <span aria-label="would become">→</span>
          <VerdictMark verb={now.decision} />
          <span className="dim">{now.reason ?? now.by.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

function Counts({
  title,
  counts,
}: {
  readonly title: string;
  readonly counts: DraftCounts;
}): ReactElement {
  return (
    <p>
      <span className="dim">{title}:</span>{' '}
      {counts.map(({ name, changed }) => `${name} ${count(changed)}`).join(', ')}
    </p>
  );
}
