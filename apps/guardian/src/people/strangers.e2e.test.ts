import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import type { Approval, GivenToken, Policies } from '@interpose/guardian-api';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  answer,
  closeStage,
  database,
  module,
  openStage,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { enter, eventually, session, type SignedIn } from '../../test/sign-in.ts';

const REFUSED = { status: 403, body: { error: { code: 'role' } } };

async function inDatabase(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: database!.url });
  await client.connect();
  await client.query(text, [...values]);
  await client.end();
}

/** Signs in an admin of another tenant at the first guardian. */
async function signInOlga({ first }: Stage): Promise<SignedIn> {
  await inDatabase(
    `insert into tenant select 'other', 'other', 1, payload_key from tenant limit 1`,
  );
  await inDatabase(
    `insert into person (id, tenant, name, role, created_at) values ('olga', 'other', 'olga', 'admin', 1)`,
  );
  const until = Date.now() + 3_600_000;
  const login = [hash('sha256', 'cookie-of-olga'), until];
  await inDatabase(`insert into login values ($1, 'other', 'olga', 'csrf of olga', $2)`, login);
  return session(first.url, 'interpose=cookie-of-olga', 'csrf of olga');
}

/** Sends steps of many sessions to both guardians until it is stopped; returns all codes of the answers. */
function load(stage: Stage, secret?: string): () => Promise<readonly string[]> {
  const state = { isOver: false };
  const codes = new Set<string>();
  const clients = [stage.first, stage.second].flatMap(({ url }, at) =>
    [1, 2].map(async (client) => {
      const hooks = agentHooks(url, secret, 'shop');
      for (let step = 0; !state.isOver; step += 1) {
        const where = { session: `load ${at} ${client} ${step}` };
        codes.add(String((await askTool(hooks, { cents: 20_000 }, where))['code']));
      }
    }),
  );
  return async () => {
    state.isOver = true;
    await Promise.all(clients);
    return [...codes].toSorted((a, b) => a.localeCompare(b));
  };
}

async function servedBy(person: SignedIn): Promise<string> {
  return (await person.get<Policies>('/api/policies')).digest;
}

describe.skipIf(database === undefined)('at two guardians, one of them with workers,', () => {
  let stage: Stage;
  let olga: SignedIn;
  beforeAll(async () => {
    stage = await openStage();
    olga = await signInOlga(stage);
  });
  afterAll(closeStage);

  test('an admin of another tenant chooses no version, and loads no file', async () => {
    const digest = await servedBy(stage.one);
    expect(await olga.send('POST', '/api/policies/rollback', { digest })).toMatchObject(REFUSED);
    expect(await olga.send('POST', '/api/policies/draft', { module })).toMatchObject(REFUSED);
    const own = await olga.send('POST', '/api/policies/draft', { digest });
    expect(own).toMatchObject({ status: 200, body: { judged: 0 } });
  });

  test('nobody is two people to a quorum by another name', async () => {
    const asked = askTool(agentHooks(stage.first.url), { cents: 503 }, { name: 'wire' });
    const ask = await waiting(stage, 'wire');
    const added = { name: 'rosa', email: 'rosa@example.com', role: 'approver' };
    const { body } = await stage.one.send<{ link: string }>('POST', '/api/settings/people', added);
    const rosa = (await enter(stage.first.url, body.link))!;
    const yes = { decision: 'approve' };
    expect(await answer(rosa, ask, yes)).toMatchObject({ body: { state: 'waiting' } });
    await inDatabase(`update person set name = 'rosalind' where name = 'rosa'`);
    expect(await answer(rosa, ask, yes)).toMatchObject({
      status: 409,
      body: { error: { code: 'already_voted' } },
    });
    await inDatabase(`update person set name = 'rosa' where id = 'local'`);
    expect(await answer(stage.other, ask, yes)).toMatchObject({ body: { state: 'approved' } });
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test('an ask that has expired is answered by nobody, at either of them', async () => {
    const asked = askTool(agentHooks(stage.second.url), { cents: 504 }, { name: 'short' });
    const ask = await waiting(stage, 'short');
    expect(await asked).toMatchObject({ decision: 'deny' });
    for (const person of [stage.one, stage.other])
      expect(await answer(person, ask, { decision: 'approve' })).toMatchObject({ status: 409 });
    expect(await stage.one.get(`/api/approvals/${ask.id}`)).toMatchObject({
      state: 'expired',
      answers: [],
    });
  });

  test('a token that is rotated under load keeps every agent in, and the one before it no longer', async () => {
    const made = { name: 'till', agent: 'shop' };
    const { body } = await stage.one.send<GivenToken>('POST', '/api/settings/tokens', made);
    const rotate = (id: string): ReturnType<typeof stage.one.send<GivenToken>> =>
      stage.one.send<GivenToken>('POST', `/api/settings/tokens/${id}/rotate`);
    const end = load(stage, body.secret);
    const { body: second } = await rotate(body.token.id);
    const endSecond = load(stage, second.secret);
    for (const { url } of [stage.first, stage.second])
      for (const secret of [body.secret, second.secret])
        expect(await askTool(agentHooks(url, secret, 'shop'), {})).toMatchObject({
          decision: 'allow',
        });
    expect(await end()).toEqual(['never']);
    await rotate(second.token.id);
    expect(await endSecond()).toEqual(['never']);
    for (const { url } of [stage.first, stage.second])
      await eventually(async () => {
        const { decision } = await askTool(agentHooks(url, body.secret, 'shop'), {});
        return decision === 'deny';
      });
  });

  test('a version that is rolled back under load decides every step by one or the other, and an ask waits on', async () => {
    const before = await servedBy(stage.one);
    const asked = askTool(agentHooks(stage.second.url), { cents: 505 }, { name: 'begun' });
    const ask: Approval = await waiting(stage, 'begun');
    const end = load(stage);
    const text = readFileSync(module, 'utf8');
    writeFileSync(module, text.replace(`code: 'never'`, `code: 'renewed'`));
    for (const person of [stage.one, stage.other])
      await eventually(async () => (await servedBy(person)) !== before, 60_000);
    const back = await stage.one.send('POST', '/api/policies/rollback', { digest: before });
    expect(back).toMatchObject({ status: 200, body: { digest: before } });
    await eventually(async () => (await servedBy(stage.other)) === before, 60_000);
    expect(await end()).toEqual(['never', 'renewed']);
    expect(await answer(stage.one, ask, { decision: 'approve' })).toMatchObject({ status: 200 });
    expect(await asked).toMatchObject({ decision: 'allow' });
    const { rows } = await stage.one.get<{ rows: Approval[] }>('/api/approvals?state=waiting');
    expect(rows).toEqual([]);
  });
});
