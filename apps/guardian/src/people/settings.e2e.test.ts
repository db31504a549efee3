import { hash } from 'node:crypto';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GivenToken, PersonRow, TokenRow } from '@interpose/guardian-api';

import {
  answer,
  closeStage,
  database,
  openStage,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { enter, eventually, session, type SignedIn } from '../../test/sign-in.ts';

interface Rows<Row> {
  readonly rows: readonly Row[];
}

const TOKENS = '/api/settings/tokens';
const PEOPLE = '/api/settings/people';

/** Runs SQL with the rights of the database's owner. */
async function inDatabase(text: string, values: readonly unknown[] = []): Promise<string> {
  const client = new Client({ connectionString: database!.url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return JSON.stringify(rows);
  } finally {
    await client.end();
  }
}

/** Returns the decision that an agent with this token gets on a call that no policy denies. */
async function decisionFor(url: string, secret: string, agent = 'shop'): Promise<unknown> {
  return (await askTool(agentHooks(url, secret, agent), {}))['decision'];
}

async function make(admin: SignedIn, name: string): Promise<GivenToken> {
  const { status, body } = await admin.send<GivenToken>('POST', TOKENS, { name, agent: 'shop' });
  expect(status).toBe(201);
  return body;
}

async function add(
  admin: SignedIn,
  name: string,
  role: string,
): Promise<{ person: PersonRow; link: string }> {
  const added = await admin.send<{ person: PersonRow; link: string }>('POST', PEOPLE, {
    name,
    email: `${name}@example.com`,
    role,
  });
  expect(added).toMatchObject({ status: 201, body: { person: { name, role } } });
  return added.body;
}

describe.skipIf(database === undefined)('who may come in, at two guardians', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(closeStage);

  test('a token lets an agent in, its secret is shown once and kept nowhere', async () => {
    const { token, secret } = await make(stage.one, 'till');
    expect(token).toMatchObject({ name: 'till', agent: 'shop', by: 'local admin' });
    expect(await decisionFor(stage.second.url, secret)).toBe('allow');
    const used = await eventually(async () => {
      const { rows } = await stage.one.get<Rows<TokenRow>>(TOKENS);
      return rows.find(({ id, lastAt }) => id === token.id && lastAt !== undefined);
    });
    expect(used.lastAt).toBeGreaterThanOrEqual(token.createdAt);
    const hidden = secret.split('_').slice(2).join('_');
    expect(JSON.stringify(await stage.one.get(TOKENS))).not.toContain(hidden);
    expect(await inDatabase('select * from agent_token')).not.toContain(hidden);
    expect(await decisionFor(stage.first.url, `${secret.slice(0, -4)}AAAA`)).toBe('deny');
  });

  test('a removed token is refused at once, at the other guardian too', async () => {
    const { token, secret } = await make(stage.one, 'lost');
    for (const { url } of [stage.first, stage.second])
      expect(await decisionFor(url, secret)).toBe('allow');
    expect(await stage.one.send('DELETE', `${TOKENS}/${token.id}`)).toMatchObject({ status: 200 });
    expect(await decisionFor(stage.first.url, secret)).toBe('deny');
    await eventually(async () => (await decisionFor(stage.second.url, secret)) === 'deny', 5000);
    expect(await stage.one.send('DELETE', `${TOKENS}/${token.id}`)).toMatchObject({ status: 404 });
  });

  test('two tokens are valid while they rotate, never three, and one row stands for both', async () => {
    const { url } = stage.first;
    const first = await make(stage.one, 'turning');
    const rotate = (id: string) => stage.one.send<GivenToken>('POST', `${TOKENS}/${id}/rotate`);
    const { body: second } = await rotate(first.token.id);
    expect(second.token).toMatchObject({ name: 'turning', agent: 'shop' });
    expect(second.token.previousUntil).toBeGreaterThan(Date.now());
    expect(await decisionFor(url, first.secret)).toBe('allow');
    expect(await decisionFor(url, second.secret)).toBe('allow');
    const { rows } = await stage.one.get<Rows<TokenRow>>(TOKENS);
    expect(rows.filter(({ name }) => name === 'turning')).toMatchObject([{ id: second.token.id }]);
    expect(await rotate(first.token.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'already_rotated' } },
    });
    const { body: third } = await rotate(second.token.id);
    expect(await decisionFor(url, first.secret)).toBe('deny');
    expect(await decisionFor(url, second.secret)).toBe('allow');
    await stage.one.send('DELETE', `${TOKENS}/${third.token.id}`);
    for (const { secret } of [second, third]) expect(await decisionFor(url, secret)).toBe('deny');
  });

  test('an old token ends when its time is over', async () => {
    const { token, secret } = await make(stage.one, 'old');
    const { body } = await stage.one.send<GivenToken>('POST', `${TOKENS}/${token.id}/rotate`);
    await inDatabase('update agent_token set expires_at = 1 where id = $1', [token.id]);
    expect(await decisionFor(stage.first.url, secret)).toBe('deny');
    expect(await decisionFor(stage.first.url, body.secret)).toBe('allow');
  });

  test('a viewer sees decisions, and cannot approve, make tokens or see who may come in', async () => {
    const { link } = await add(stage.one, 'vera', 'viewer');
    const viewer = (await enter(stage.second.url, link))!;
    expect(await viewer.get('/api/me')).toMatchObject({ person: { name: 'vera', role: 'viewer' } });
    expect(await viewer.get('/api/decisions')).toHaveProperty('rows');
    const asked = askTool(agentHooks(stage.first.url), { cents: 500 }, { name: 'guarded' });
    const ask = await waiting(stage, 'guarded');
    const refused = { status: 403, body: { error: { code: 'role' } } };
    expect(await answer(viewer, ask, { decision: 'approve' })).toMatchObject(refused);
    expect(await viewer.send('POST', TOKENS, { name: 'mine', agent: '' })).toMatchObject(refused);
    expect(await viewer.send('POST', PEOPLE, { name: 'eve', role: 'admin' })).toMatchObject(
      refused,
    );
    for (const path of [TOKENS, PEOPLE])
      expect(await viewer.get(path)).toMatchObject({ error: { code: 'role' } });
    await answer(stage.one, ask, { decision: 'deny', words: 'no' });
    expect(await asked).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test('a link signs in once; a new role holds from the next request on, and a removal too', async () => {
    const { person, link } = await add(stage.one, 'rosa', 'viewer');
    const rosa = (await enter(stage.second.url, link))!;
    expect(await enter(stage.first.url, link)).toBeUndefined();
    const token = { name: 'of rosa', agent: '' };
    expect(await rosa.send('POST', TOKENS, token)).toMatchObject({ status: 403 });
    await stage.one.send('PATCH', `${PEOPLE}/${person.id}`, { role: 'admin' });
    expect(await rosa.send('POST', TOKENS, token)).toMatchObject({
      status: 201,
      body: { token: { by: 'rosa' } },
    });
    const { body } = await stage.one.send<Rows<PersonRow>>('DELETE', `${PEOPLE}/${person.id}`);
    expect(body.rows.map(({ id }) => id)).not.toContain(person.id);
    expect(await rosa.get('/api/decisions')).toMatchObject({ error: { code: 'not_signed_in' } });
  });

  test('an invitation ends with the person it was for, and nobody changes their own access', async () => {
    const { person, link } = await add(stage.one, 'gone', 'admin');
    await stage.one.send('DELETE', `${PEOPLE}/${person.id}`);
    expect(await enter(stage.first.url, link)).toBeUndefined();
    const own = { status: 409, body: { error: { code: 'own_access' } } };
    expect(await stage.one.send('PATCH', `${PEOPLE}/local`, { role: 'viewer' })).toMatchObject(own);
    expect(await stage.one.send('DELETE', `${PEOPLE}/local`)).toMatchObject(own);
    expect(await stage.one.send('POST', PEOPLE, { name: '', role: 'owner' })).toMatchObject({
      status: 422,
    });
  });

  test('an admin of another tenant sees nothing of this one, and can change nothing', async () => {
    const { token, secret } = await make(stage.one, 'ours');
    const { person } = await add(stage.one, 'ours', 'viewer');
    await inDatabase(`insert into tenant select 'other', 'other', 1, payload_key from tenant`);
    await inDatabase(
      `insert into person (id, tenant, name, role, created_at) values ('olga', 'other', 'olga', 'admin', 1)`,
    );
    await inDatabase(`insert into login values ($1, 'other', 'olga', 'csrf of olga', $2)`, [
      hash('sha256', 'cookie-of-olga'),
      Date.now() + 60_000,
    ]);
    const olga = session(stage.first.url, 'interpose=cookie-of-olga', 'csrf of olga');
    expect(await olga.get(TOKENS)).toEqual({ rows: [] });
    expect(await olga.get<Rows<PersonRow>>(PEOPLE)).toMatchObject({ rows: [{ id: 'olga' }] });
    for (const [method, path, body] of [
      ['DELETE', `${TOKENS}/${token.id}`],
      ['POST', `${TOKENS}/${token.id}/rotate`],
      ['PATCH', `${PEOPLE}/${person.id}`, { role: 'admin' }],
      ['DELETE', `${PEOPLE}/${person.id}`],
    ] as const)
      expect(await olga.send(method, path, body)).toMatchObject({ status: 404 });
    expect(await decisionFor(stage.first.url, secret)).toBe('allow');
    const { rows } = await stage.one.get<Rows<PersonRow>>(PEOPLE);
    expect(rows.find(({ id }) => id === person.id)).toMatchObject({ role: 'viewer' });
    expect(rows.map(({ id }) => id)).not.toContain('olga');
  });
});
