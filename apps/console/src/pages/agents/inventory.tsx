import type { ReactElement } from 'react';
import type { AgentRow } from '@interpose/guardian-api';

import { plainText } from '../../parts/values/plain-text.ts';

type Row = NonNullable<AgentRow['inventory']>[number];

/** What an agent can use, by kind; a tool of which policies denied every call is marked. */
export function Inventory({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)];
  return (
    <section>
      <h3>Inventory</h3>
      {rows.length === 0 && <p className="dim">Nothing is known yet of its tools and models.</p>}
      {kinds.map(([kind, items]) => (
        <div key={kind} className="kind">
          <span className="dim">{kind}</span>
          <ul>
            {items.map(({ name, allowed }) => (
              <li key={name} className={allowed === false ? 'tag taken' : 'tag'}>
                {plainText(name)}
                {allowed === false && <span> every call denied</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
