import type { ReactElement } from 'react';

import type { AgentRow } from '../../api/agents.ts';
import { plural } from '../../parts/numbers.ts';

type Row = NonNullable<AgentRow['coverage']>[number];

const MEANING: Readonly<Record<Row['state'], string>> = {
  enforced: 'enforced',
  observed: 'observed, cannot be stopped',
  unmediated: 'not mediated',
};

/** What policies reach of an agent: what is not enforced first, by name. */
export function Coverage({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  const enforced = rows.filter(({ state }) => state === 'enforced');
  const open = rows.filter(({ state }) => state !== 'enforced');
  return (
    <section>
      <h3>Coverage</h3>
      {rows.length === 0 && <p className="dim">This agent did not report its coverage.</p>}
      {open.length > 0 && (
        <ul className="gaps">
          {open.map(({ entry, state }) => (
            <li key={entry}>
              <span className={`gap ${state}`} aria-hidden="true" />
              <span className="mono">{entry}</span> <span className="dim">{MEANING[state]}</span>
            </li>
          ))}
        </ul>
      )}
      {enforced.length > 0 && (
        <details>
          <summary>{plural(enforced.length, 'entry', 'entries')} enforced</summary>
          <ul className="gaps">
            {enforced.map(({ entry }) => (
              <li key={entry}>
                <span className="gap enforced" aria-hidden="true" />
                <span className="mono">{entry}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
