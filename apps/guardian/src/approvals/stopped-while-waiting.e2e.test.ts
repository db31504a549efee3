import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  answer,
  closeStage,
  database,
  openStage,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventually } from '../../test/sign-in.ts';

describe.skipIf(database === undefined)('a step that waits for people', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(closeStage);

  test.each(['tenant', 'tool'])(
    'is denied although they say yes, if its %s is switched off meanwhile',
    async (kind) => {
      const name = `stopped-${kind}`;
      const isStopped = async (url: string): Promise<boolean> => {
        const again = await askTool(agentHooks(url), { cents: 5 }, { name, session: 'another' });
        return again['code'] === 'stopped';
      };
      for (const { url } of [stage.first, stage.second]) {
        // The other guardian may take a moment to notice that the last switch is gone.
        await eventually(async () => !(await isStopped(url)));
        const asked = askTool(agentHooks(url), { cents: 500 }, { name, session: `${url} ${kind}` });
        const ask = await waiting(stage, name);
        const thrown = { kind, value: kind === 'tool' ? name : 'default', why: 'under attack' };
        const { body } = await stage.one.send<{ id: string }>('POST', '/api/switches', thrown);
        await eventually(() => isStopped(url));
        await answer(stage.one, ask, { decision: 'approve' });
        expect(await asked).toMatchObject({
          decision: 'deny',
          reason: expect.stringContaining('is stopped: under attack') as string,
        });
        await stage.one.send('DELETE', `/api/switches/${body.id}`);
      }
    },
  );
});
