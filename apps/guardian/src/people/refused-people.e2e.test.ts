import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonRow } from '@interpose/guardian-api';

import {
  answer,
  closeStage,
  database,
  openStage,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { enter, session } from '../../test/sign-in.ts';

/** The sign-ins allowed in a minute, for everybody together. */
const SIGN_INS = 10;

describe.skipIf(database === undefined)('people at a guardian', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(closeStage);

  test('an ask for admins is not answered by an approver', async () => {
    const person = { name: 'ann', role: 'approver' };
    const added = await stage.one.send<{ person: PersonRow; link: string }>(
      'POST',
      '/api/settings/people',
      person,
    );
    const approver = (await enter(stage.first.url, added.body.link))!;
    const asked = askTool(agentHooks(stage.first.url), { cents: 500 }, { name: 'vault' });
    const ask = await waiting(stage, 'vault');
    expect(await answer(approver, ask, { decision: 'approve' })).toMatchObject({
      status: 403,
      body: { error: { code: 'role' } },
    });
    await answer(stage.one, ask, { decision: 'approve' });
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test('a write without the word of its login, or with that of another, changes nothing', async () => {
    const written = { kind: 'tool', value: 'drill', why: 'it smokes' };
    for (const csrf of ['', stage.other.csrf]) {
      const forged = session(stage.first.url, stage.one.cookie, csrf);
      expect(await forged.send('POST', '/api/switches', written)).toMatchObject({
        status: 403,
        body: { error: { code: 'csrf' } },
      });
    }
    expect(await stage.one.get('/api/switches')).toEqual({ rows: [] });
  });

  test('nobody guesses a one-time token: the eleventh try of a minute is not even looked at', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < SIGN_INS + 1; index++) {
      const response = await fetch(new URL('/api/login', stage.second.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: `guess-${index}` }),
      });
      statuses.push(response.status);
    }
    expect(statuses.at(0)).toBe(401);
    expect(statuses.at(-1)).toBe(429);
  });
});
