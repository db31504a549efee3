import { atMost, type Gate, type Sample } from '../../gate.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import {
  bareSessions,
  ourSessions,
  sharedHooks,
  type RunSessions,
} from '../../subjects/run-sessions.ts';

const FEW = 1000;
const MANY = 10_000;

/** A session costs the same among ten thousand as among one thousand, apart from what memory itself costs. */
export const gate: Gate = { id: 'G20', name: '10,000 sessions at once', tolerance: 0.04, measure };

async function measure(): Promise<Sample> {
  const hooks = await sharedHooks();
  const bare = bareSessions(hooks);
  const ours = ourSessions(hooks);
  const cases = {
    'bare, 1,000': batchOf(bare, FEW),
    'bare, 10,000': batchOf(bare, MANY),
    'ours, 1,000': batchOf(ours, FEW),
    'ours, 10,000': batchOf(ours, MANY),
  };
  const plan = { baseline: 'bare, 1,000', rounds: 9, batchMs: 60, warmupMs: 60 };
  const timings = await timeCases(cases, plan);
  const bareGrowth = timings.ratio('bare, 10,000', 'bare, 1,000');
  const ourGrowth = timings.ratio('ours, 10,000', 'ours, 1,000');
  return {
    control: timings.control,
    parts: [atMost('growth per session over the growth of bare', ourGrowth / bareGrowth, 1.3)],
    peers: [
      ...timings.figures(...Object.keys(cases)),
      { name: 'growth of ours per session', value: ourGrowth / (MANY / FEW), unit: 'x' },
      { name: 'growth of bare per session', value: bareGrowth / (MANY / FEW), unit: 'x' },
    ],
  };
}

function batchOf(run: RunSessions, sessions: number): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) await run(sessions);
  };
}
