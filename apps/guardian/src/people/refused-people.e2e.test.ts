import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonRow } from '@interpose/guardian-api';

import {
  answer,
  closeStage,
  command,
  database,
  openStage,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { enter, session, type SignedIn } from '../../test/sign-in.ts';

/** Removes the ids of people from the answers to an ask. */
async function forgetIds(ask: string): Promise<void> {
  const client = new Client({ connectionString: database!.url });
  await client.connect();
  const without = `regexp_replace(answers, '"person":"[^"]*",', '')`;
  await client.query(`update approval set answers = ${without} where id = $1`, [ask]);
  await client.end();
}

const PEOPLE = '/api/settings/people';
/** The sign-ins allowed in a minute, for everybody together. */
const SIGN_INS = 10;

describe.skipIf(database === undefined)('people at a guardian', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(closeStage);

  /** Adds an approver, who signs in. */
  async function addApprover(name: string): Promise<{ person: PersonRow; signedIn: SignedIn }> {
    const input = { name, role: 'approver' };
    const { body } = await stage.one.send<{ person: PersonRow; link: string }>(
      'POST',
      PEOPLE,
      input,
    );
    return { person: body.person, signedIn: (await enter(stage.first.url, body.link))! };
  }

  test('an ask for admins is not answered by an approver', async () => {
    const { signedIn: approver } = await addApprover('ann');
    const asked = askTool(agentHooks(stage.first.url), { cents: 500 }, { name: 'vault' });
    const ask = await waiting(stage, 'vault');
    expect(await answer(approver, ask, { decision: 'approve' })).toMatchObject({
      status: 403,
      body: { error: { code: 'role' } },
    });
    await answer(stage.one, ask, { decision: 'approve' });
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test.each(['removed', 'made a viewer', 'stored by name alone, as an early version did,'])(
    'a yes of somebody who is %s then counts towards no quorum',
    async (how) => {
      const { person, signedIn } = await addApprover(how);
      const asked = askTool(agentHooks(stage.first.url), { cents: 500, how }, { name: 'wire' });
      const ask = await waiting(stage, 'wire');
      await answer(signedIn, ask, { decision: 'approve' });
      const path = `${PEOPLE}/${person.id}`;
      if (how === 'removed') await stage.one.send('DELETE', path);
      else if (how === 'made a viewer') await stage.one.send('PATCH', path, { role: 'viewer' });
      else await forgetIds(ask.id);
      expect(await answer(stage.one, ask, { decision: 'approve' })).toMatchObject({
        body: { state: 'waiting', answers: [{ by: 'local admin' }] },
      });
      await command('approve', ask.id);
      expect(await asked).toMatchObject({ decision: 'allow' });
    },
  );

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
