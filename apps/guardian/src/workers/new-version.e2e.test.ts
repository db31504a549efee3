import { afterAll, describe, expect, test } from 'vitest';

import { eventually } from '../../test/sign-in.ts';
import {
  openWorkerStages,
  sessionsOf,
  writeVersion,
  type WorkerStage,
} from '../../test/worker-stage.ts';

const EVERY = [0, 1];

/** Sends steps until it is stopped; returns all codes of the answers. */
function load(stage: WorkerStage, sessions: readonly string[]): () => Promise<readonly unknown[]> {
  const state = { isOver: false };
  const said = new Set<unknown>();
  const clients = sessions.map(async (session) => {
    while (!state.isOver) said.add((await stage.ask('refund', session))['code']);
  });
  return async () => {
    state.isOver = true;
    await Promise.all(clients);
    return [...said];
  };
}

describe.each(await openWorkerStages(EVERY.length))(
  'versions in workers, over $database:',
  (stage) => {
    afterAll(() => stage.close());

    test('one takes over in all of them at once, and what was begun ends by the old one', async () => {
      const sessions = EVERY.map((worker) => sessionsOf(worker, stage, 'loaded')[0] ?? '');
      await stage.guardian.next('policies');
      const end = load(stage, sessions);
      const begun = stage.ask('wait', 'begun');
      await stage.take('second');
      const codes = await Promise.all(sessions.map((session) => stage.ask('refund', session)));
      expect(codes.map(({ code }) => code)).toEqual(EVERY.map(() => 'second'));
      expect(await end()).toEqual(['first', 'second']);
      expect(await begun).toMatchObject({ decision: 'allow' });
    });

    test('one that spins as it loads, or on a decision of before, is refused, and nobody waits', async () => {
      const sessions = EVERY.map((worker) => sessionsOf(worker, stage, 'going')[0] ?? '');
      const end = load(stage, sessions);
      writeVersion(stage.folder, 'third', 'for (;;);');
      const { problem } = await stage.guardian.next('refused');
      expect(String(problem)).toContain('did not finish loading');
      expect(await end()).toEqual(['second']);
      expect(await stage.ask('spin', 'once')).toMatchObject({ code: 'worker_stopped' });
      await eventually(async () => {
        const { rows } = await stage.person.get<{ rows: object[] }>('/api/decisions?tool=spin');
        return rows.length === 1;
        // The decisions that other callers got meanwhile are stored first.
      }, 60_000);
      writeVersion(stage.folder, 'fourth');
      const refused = await stage.guardian.next('refused');
      expect(String(refused['problem'])).toContain(
        '[policies_failing] it cannot judge preToolCall',
      );
      expect(await stage.ask('refund', 'after')).toMatchObject({ code: 'second' });
    });
  },
);
