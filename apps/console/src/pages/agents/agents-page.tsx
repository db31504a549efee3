import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { AgentRow } from '@interpose/guardian-api';

import { agentsQuery } from '../../api/agents.ts';
import { Empty, Loaded } from '../../parts/notices.tsx';
import { plural } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Ago } from '../../parts/times.tsx';
import { plainText } from '../../parts/values/plain-text.ts';
import { Coverage } from './coverage.tsx';
import { Inventory } from './inventory.tsx';
import { StopButton, Stopped } from './stopping.tsx';

/** Whether everything is covered, and a way to stop an agent. */
export function AgentsPage(): ReactElement {
  const query = useQuery(agentsQuery);
  return (
    <div className="page">
      <PageHead
        title="Agents"
        question="Which agents use this guardian, and which of their calls no policy sees."
      />
      <Stopped />
      <Loaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="No agent has asked yet">
              <p>
                <Link to="/">Live</Link> tells how to point one at this guardian.
              </p>
            </Empty>
          ) : (
            <ul className="cards">
              {rows.map((agent) => (
                <Agent key={agent.name} agent={agent} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function Agent({ agent }: { readonly agent: AgentRow }): ReactElement {
  const { name, framework, lastAt, decisions, coverage, inventory } = agent;
  return (
    <li className="card agent">
      <div className="line">
        <h2>{plainText(name)}</h2>
        <span className="dim">{plainText(framework ?? 'unknown SDK')}</span>
        <span className="dim">
          last seen <Ago at={lastAt} />
        </span>
        <Link to="/sessions" search={{ agent: [name] }}>
          {plural(decisions, 'decision')}
        </Link>
        <span className="pushed">
          <StopButton kind="agent" value={name} />
        </span>
      </div>
      <div className="agent-parts">
        <Coverage rows={coverage} />
        <Inventory rows={inventory} />
      </div>
    </li>
  );
}
