import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GivenToken, PersonRow } from '@interpose/guardian-api';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventually, signIn, type SignedIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';
import type { Change } from '../audit/changes.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-changes-'));

describe('with the embedded database', () => {
  let guardian: StartedGuardian;
  let admin: SignedIn;
  beforeAll(async () => {
    guardian = await startGuardian({ INTERPOSE_FOLDER: folder });
    admin = await signIn(guardian);
  });
  afterAll(async () => {
    await killGuardians();
    rmSync(folder, { recursive: true });
  });

  async function make(name: string): Promise<GivenToken> {
    const input = { name, agent: 'shop' };
    return (await admin.send<GivenToken>('POST', '/api/settings/tokens', input)).body;
  }

  test('a token of one agent does not speak for another, which is not even seen', async () => {
    const { secret } = await make('of shop');
    const decided = async (agent: string): Promise<unknown> =>
      (await askTool(agentHooks(guardian.url, secret, agent), { cents: 1 }))['decision'];
    expect(await decided('till')).toBe('deny');
    expect(await decided('shop')).toBe('allow');
    const rows = await eventually(async () => {
      const seen = await admin.get<{ rows: { name: string }[] }>('/api/agents');
      return seen.rows.length > 0 && seen.rows;
    });
    expect(rows.map(({ name }) => name)).toEqual(['shop']);
  });

  test('what people change is chained, and listed for admins, and is no decision', async () => {
    const { token } = await make('brief');
    await admin.send('POST', `/api/settings/tokens/${token.id}/rotate`);
    await admin.send('DELETE', `/api/settings/tokens/${token.id}`);
    const people = '/api/settings/people';
    const vera = { name: 'vera', role: 'viewer' };
    const { body } = await admin.send<{ person: PersonRow }>('POST', people, vera);
    await admin.send('PATCH', `${people}/${body.person.id}`, { role: 'approver' });
    await admin.send('DELETE', `${people}/${body.person.id}`);
    const stop = { kind: 'tool', value: 'shred', why: 'a test' };
    const made = await admin.send<{ id: string }>('POST', '/api/switches', stop);
    await admin.send('DELETE', `/api/switches/${made.body.id}`);
    await admin.send('DELETE', '/api/switches/absent');
    const rows = await eventually(async () => {
      const listed = await admin.get<{ rows: Change[] }>('/api/audit/changes');
      return listed.rows[0]?.what === 'switch.removed' && listed.rows.toReversed();
    });
    expect(rows.map(({ what, by, reason }) => [what, by, reason]).slice(1)).toEqual([
      ['token.made', 'local admin', 'token brief of shop'],
      ['token.rotated', 'local admin', 'token brief of shop'],
      ['token.removed', 'local admin', 'token brief of shop'],
      ['person.added', 'local admin', 'vera as viewer'],
      ['person.role', 'local admin', 'vera as approver'],
      ['person.removed', 'local admin', 'vera as approver'],
      ['switch.added', 'local admin', 'tool shred: a test'],
      ['switch.removed', 'local admin', 'tool shred: a test'],
    ]);
    const verified = await admin.send('POST', '/api/audit/verify');
    expect(verified.body).toMatchObject({ ok: true, checked: 10 });
    const decisions = await admin.get<{ rows: { tool: string }[] }>('/api/decisions');
    expect(decisions.rows).toMatchObject([{ tool: 'refund' }]);
    const exported = await fetch(new URL('/api/audit/export?format=ocsf', guardian.url), {
      headers: { cookie: admin.cookie },
    });
    expect(await exported.text()).toContain('"activity_name":"token.removed"');
  });
});
