import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { workerFor } from '@interpose/aos/pool';
import { afterAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { signIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian } from '../../test/start-guardian.ts';

const WORKERS = 2;
const MOST_MS = 1000;
/** One round is only a hint on a busy machine: the median counts. */
const ROUNDS = 5;

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-switch-'));
const module = join(folder, 'shop.mjs');
writeFileSync(module, `export default { name: 'shop', hooks: { preToolCall: () => undefined } };`);

afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

/** One session for each worker. */
const SESSIONS = Array.from({ length: WORKERS }, (_, worker) =>
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find(
    (name) => workerFor(`default ${name}`, WORKERS) === worker,
  ),
);

describe.skipIf(database === undefined)('a switch', () => {
  test.each(['tool', 'session', 'agent', 'tenant'] as const)(
    'of the kind %s that is thrown at one guardian stops every worker of both within a second',
    async (kind) => {
      const [one, other] = await Promise.all(
        ['one', 'other'].map((name) =>
          startGuardian(
            {
              INTERPOSE_DATABASE_URL: database!.url,
              INTERPOSE_FOLDER: join(folder, `${kind}-${name}`),
              INTERPOSE_WORKERS: String(WORKERS),
            },
            [module],
          ),
        ),
      );
      const person = await signIn(one!);
      const hooks = [one!, other!].map(({ url }) => agentHooks(url, undefined, 'shop'));
      const isStopped = async (session = ''): Promise<boolean> => {
        const asked = hooks.map((each) => askTool(each, {}, { name: 'sell', session }));
        return (await Promise.all(asked)).every(({ code }) => code === 'stopped');
      };
      const values = { tool: 'sell', session: SESSIONS[0], agent: 'shop', tenant: 'default' };
      const sessions = kind === 'session' ? [SESSIONS[0]] : SESSIONS;
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const session of sessions) expect(await isStopped(session)).toBe(false);
        const from = performance.now();
        const thrown = { kind, value: values[kind], why: 'a test' };
        const { body } = await person.send<{ id: string }>('POST', '/api/switches', thrown);
        for (const session of sessions) while (!(await isStopped(session)));
        times.push(performance.now() - from);
        await person.send('DELETE', `/api/switches/${body.id}`);
        for (const session of sessions)
          for (const each of hooks)
            while (
              (await askTool(each, {}, { name: 'sell', session: session ?? '' }))['code'] ===
              'stopped'
            );
      }
      console.info(`${kind}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
      expect(times.toSorted((a, b) => a - b)[ROUNDS >> 1]).toBeLessThan(MOST_MS);
      await killGuardians();
    },
  );
});
