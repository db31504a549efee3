import { useState, type ReactElement } from 'react';
import type { AgentRow } from '@interpose/guardian-api';

import { Button } from '../../parts/button.tsx';
import { eventText } from '../../parts/events.ts';
import { plural } from '../../parts/numbers.ts';

type Row = NonNullable<AgentRow['coverage']>[number];

const MEANING: Readonly<Record<Row['status'], string>> = {
  enforced: 'enforced',
  observed: 'seen, cannot be stopped',
  unmediated: 'no policy is asked',
};

const FEW = 6;

/** What policies reach of an agent: the entries with a gap first, each with what it leaves open. */
export function Coverage({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const entries = [...Map.groupBy(rows, ({ path }) => path)];
  const open = entries.filter(([, own]) => own.some(({ status }) => status !== 'enforced'));
  const shown = isWhole ? open : open.slice(0, FEW);
  const closed = entries.filter(([, own]) => own.every(({ status }) => status === 'enforced'));
  return (
    <section>
      <h3>Coverage</h3>
      {rows.length === 0 && (
        <p className="dim">
          This agent has not told which of its entries policies reach. Call{' '}
          <code>describeAgent</code> of <code>@interpose/aos/describe</code> in it.
        </p>
      )}
      {shown.map(([path, own]) => (
        <Gaps key={path} path={path} rows={own} />
      ))}
      {open.length > shown.length && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`${open.length - shown.length} more that are not wholly enforced`}
        </Button>
      )}
      {closed.length > 0 && (
        <details>
          <summary>{plural(closed.length, 'entry', 'entries')} wholly enforced</summary>
          <ul className="gaps">
            {closed.map(([path, own]) => (
              <li key={path}>
                <span className="gap enforced" aria-hidden="true" />
                <span className="mono">{path}</span>{' '}
                <span className="dim">{plural(own.length, 'event')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** One entry, and the events at which it is not enforced. */
function Gaps({
  path,
  rows,
}: {
  readonly path: string;
  readonly rows: readonly Row[];
}): ReactElement {
  const gaps = rows.filter(({ status }) => status !== 'enforced');
  return (
    <details>
      <summary>
        <span className="mono">{path}</span>{' '}
        <span className="dim">
          {gaps.length} of {plural(rows.length, 'event')} not enforced
        </span>
      </summary>
      <ul className="gaps">
        {gaps.map(({ event, status, note }) => (
          <li key={`${event}:${status}`}>
            <span className={`gap ${status}`} aria-hidden="true" />
            {eventText(event)}{' '}
            <span className="dim">
              {MEANING[status]}
              {note !== undefined && `: ${note}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
