import { afterAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { openDatabaseStage, type DatabaseStage } from '../../test/database-stage.ts';

const opened = await openDatabaseStage();

describe.skipIf(opened === undefined)('a guardian whose database', () => {
  // Without a server none of this runs.
  const stage = opened ?? ({} as DatabaseStage);
  const { server, proxy, guardian, person, decide, waiting, allStored } = stage;
  const hooks = opened === undefined ? undefined! : agentHooks(guardian.url);
  afterAll(() => stage.close());

  /** Opens an ask that waits; the returned function approves it and checks the result. */
  async function openAsk(session: string): Promise<() => Promise<void>> {
    const asked = askTool(hooks, { cents: 500 }, { session });
    const { id, digest } = await waiting(session);
    return async () => {
      const answer = { digest, decision: 'approve' };
      const { status } = await person.send('POST', `/api/approvals/${id}/answer`, answer);
      expect(status).toBe(200);
      expect(await asked).toMatchObject({ decision: 'allow' });
    };
  }

  test.each(['refuse', 'hang'] as const)(
    'is away (%s): what policies decide is answered and stored once it is back, an ask is denied',
    async (mode) => {
      const approve = await openAsk(`before ${mode}`);
      proxy.mode = mode;
      await decide(mode, 20);
      const during = await askTool(hooks, { cents: 500 }, { session: `during ${mode}` });
      expect(during).toMatchObject({ decision: 'deny' });
      proxy.mode = 'pass';
      await decide(`after ${mode}`, 2);
      await allStored();
      await approve();
    },
  );

  test('is slow: no step waits for it, an ask is put and answered all the same, and all is stored', async () => {
    const steps = 40;
    proxy.delayMs = 400;
    const from = performance.now();
    await decide('slow', steps);
    // One round trip for each step would take longer.
    expect(performance.now() - from).toBeLessThan(steps * 2 * proxy.delayMs);
    const approve = await openAsk('asked slowly');
    await approve();
    proxy.delayMs = 0;
    await allStored();
  });

  test('is restarted: every step is decided meanwhile, an ask waits on, and all is stored', async () => {
    const approve = await openAsk('before the restart');
    const restarted = server.restart();
    await decide('restarted', 40);
    await restarted;
    await decide('after the restart', 2);
    await allStored();
    await approve();
    const thrown = { kind: 'tool', value: 'refund', why: 'a test' };
    const { body } = await person.send<{ id: string }>('POST', '/api/switches', thrown);
    expect(await askTool(hooks, { cents: 1 })).toMatchObject({ code: 'stopped' });
    expect(await person.send('DELETE', `/api/switches/${body.id}`)).toMatchObject({ status: 200 });
    expect(await askTool(hooks, { cents: 1 })).toMatchObject({ decision: 'allow' });
  });
});
