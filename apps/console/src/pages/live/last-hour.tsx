import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Bucket, Stats } from '@interpose/guardian-api';

import { statsQuery } from '../../api/stats.ts';
import { Loaded } from '../../parts/notices.tsx';
import { briefly, spendText } from '../../parts/numbers.ts';
import { CountBars } from '../../plots/count-bars.tsx';
import { LatencyBand } from '../../plots/latency-band.tsx';
import { VerbBars } from '../../plots/verb-bars.tsx';

/** The last hour in numbers and small plots; every number leads to what it counts. */
export function LastHour(): ReactElement {
  const stats = useQuery(statsQuery(60, 60));
  return (
    <Loaded query={stats} lines={4}>
      {(data) => (
        <section aria-label="The last hour" className="last-hour">
          <Numbers stats={data} />
          <Plots buckets={data.buckets} waiting={data.waiting} />
        </section>
      )}
    </Loaded>
  );
}

function Numbers({ stats }: { readonly stats: Stats }): ReactElement {
  const { buckets, waiting, sessions, agents } = stats;
  const denied = total(buckets, 'deny');
  const errors = total(buckets, 'errors');
  return (
    <ul className="numbers">
      <li>
        <Link to="/approvals" className={waiting > 0 ? 'number stands-out' : 'number'}>
          <b>{briefly(waiting)}</b> waiting for a person
        </Link>
      </li>
      <li>
        <Link to="/sessions" search={{ last: '1h', verb: ['deny'] }} className="number">
          <b>{briefly(denied)}</b> denied
        </Link>
      </li>
      <li>
        <Link to="/sessions" search={{ last: '1h', failed: 'true' }} className="number">
          <b>{briefly(errors)}</b> errors
        </Link>
      </li>
      <li>
        <Link to="/sessions" search={{ last: '1h' }} className="number">
          <b>{briefly(sessions)}</b> sessions
        </Link>
      </li>
      <li>
        <Link to="/agents" className="number">
          <b>{briefly(agents)}</b> agents
        </Link>
      </li>
      <li className="dim">in the last hour</li>
    </ul>
  );
}

interface PlotsProps {
  readonly buckets: readonly Bucket[];
  readonly waiting: number;
}

function Plots({ buckets, waiting }: PlotsProps): ReactElement {
  const navigate = useNavigate();
  const times = buckets.map(({ at }) => at);
  const size = (times[1] ?? 0) - (times[0] ?? 0);
  const openBucket = (place: number): void => {
    const from = times[place] ?? 0;
    void navigate({ to: '/sessions', search: { from: String(from), to: String(from + size) } });
  };
  return (
    <div className="plots">
      <VerbBars buckets={buckets} onOpen={openBucket} />
      <LatencyBand buckets={buckets} />
      <CountBars
        title="Asks waiting"
        times={times}
        values={buckets.map((bucket) => bucket.waiting)}
        write={briefly}
        whole={`${briefly(waiting)} now`}
        look="v-ask"
      />
      <CountBars
        title="Spend"
        times={times}
        values={buckets.map(({ spend }) => spend)}
        write={spendText}
        whole={spendText(total(buckets, 'spend'))}
        look="accent"
      />
    </div>
  );
}

function total(buckets: readonly Bucket[], field: Exclude<keyof Bucket, 'at'>): number {
  return buckets.reduce((sum, bucket) => sum + bucket[field], 0);
}
