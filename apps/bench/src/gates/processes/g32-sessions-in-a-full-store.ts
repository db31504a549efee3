import { createHooks, type StateStore } from '@interpose/core';

import { atMost, joinSamples, type Gate, type Sample } from '../../gate.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { storePairs, type StorePair } from '../../stores/crowded-store.ts';

const UNRELATED = 1_000_000;

/** A session, what a hook keeps in it, and its end cost the same however many other keys the store holds. */
export const gate: Gate = {
  id: 'G32',
  name: 'sessions in a full store',
  tolerance: 0.06,
  measure,
};

async function measure(): Promise<Sample> {
  const samples: Sample[] = [];
  for (const [kind, openPair] of Object.entries(storePairs)) {
    const pair = await openPair(UNRELATED);
    try {
      samples.push(await compare(kind, pair));
    } finally {
      await pair.close();
    }
  }
  return joinSamples(samples);
}

async function compare(kind: string, { empty, crowded }: StorePair): Promise<Sample> {
  const bare = `${kind}, no other key`;
  const full = `${kind}, a million others`;
  const timings = await timeCases(
    { [bare]: sessions(empty), [full]: sessions(crowded) },
    { baseline: bare, rounds: 150, batchMs: 10, warmupMs: 300 },
  );
  return {
    control: timings.control,
    parts: [atMost(`${kind}: a million other keys over none`, timings.ratio(full, bare), 1.2)],
    peers: timings.figures(bare, full),
  };
}

function sessions(store: StateStore): Batch {
  const hooks = createHooks({ store });
  hooks.addHook('onTrigger', async ({ session }) => {
    await session.state.update<number>('seen', (count = 0) => count + 1);
  });
  let next = 0;
  return async (count) => {
    for (let index = 0; index < count; index += 1) {
      const id = `session-${next++}`;
      await hooks.inSession({ id }, () => hooks.dispatch('onTrigger', TRIGGER));
      await hooks.endSession(id);
    }
  };
}

const TRIGGER = { trigger: { kind: 'bench', content: [{ type: 'text' as const, text: 'go' }] } };
