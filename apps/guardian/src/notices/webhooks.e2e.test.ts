import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookRow } from '@interpose/guardian-api';

import {
  answer,
  closeStage,
  commandOf,
  database,
  openStage,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { enter, eventually } from '../../test/sign-in.ts';
import type { Change } from '../audit/changes.ts';

const WEBHOOKS = '/api/settings/webhooks';

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Receiver {
  readonly url: string;
  readonly sent: Sent[];
  status: number;
  close(): void;
}

/** Receives calls on this machine, and keeps them. */
async function receive(): Promise<Receiver> {
  const receiver = { url: '', sent: [] as Sent[], status: 200, close: () => void server.close() };
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      receiver.sent.push({ headers: incoming.headers, body });
      outgoing.writeHead(receiver.status).end('a secret answer');
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** Whether this secret signed the call. */
function isSignedBy(secret: string, { headers, body }: Sent): boolean {
  const [, at, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['interpose-signature'])) ?? [];
  return signature === createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
}

describe.skipIf(database === undefined)('webhooks of a tenant', () => {
  let stage: Stage;
  let receiver: Receiver;
  const list = async (): Promise<readonly WebhookRow[]> =>
    (await stage.one.get<{ rows: readonly WebhookRow[] }>(WEBHOOKS)).rows;
  beforeAll(async () => {
    stage = await openStage();
    receiver = await receive();
  });
  afterAll(async () => {
    receiver.close();
    await closeStage();
  });

  test('one is told of what it wants, signed with a secret that is shown once, and tells how it went', async () => {
    const kinds = ['asked', 'answered'];
    const added = await stage.one.send<{ webhook: WebhookRow; secret: string }>('POST', WEBHOOKS, {
      url: receiver.url,
      kinds,
    });
    expect(added).toMatchObject({
      status: 201,
      body: { webhook: { kinds, format: 'json', by: 'local admin' } },
    });
    const { webhook, secret } = added.body;
    expect(JSON.stringify(await list())).not.toContain(secret);
    const asked = askTool(agentHooks(stage.second.url), { cents: 500 }, { name: 'hooked' });
    await answer(stage.one, await waiting(stage, 'hooked'), { decision: 'deny', words: 'no' });
    await asked;
    await eventually(async () => receiver.sent.length === 2);
    const told = receiver.sent.map(({ body }) => JSON.parse(body) as { kind: string });
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['answered', 'asked']);
    expect(told.find(({ kind }) => kind === 'answered')).toMatchObject({
      approval: { state: 'denied', tool: 'hooked' },
    });
    expect(receiver.sent.every((sent) => isSignedBy(secret, sent))).toBe(true);
    const last = await eventually(async () => (await list()).find(({ lastAt }) => lastAt));
    expect(last).toMatchObject({ id: webhook.id, lastStatus: 200 });
    expect(last).not.toHaveProperty('failing');
  });

  test('a test tells at once whether it is taken, and the list keeps why not', async () => {
    const [{ id }] = (await list()) as [WebhookRow];
    const before = receiver.sent.length;
    const path = `${WEBHOOKS}/${id}/test`;
    expect(await stage.other.send('POST', path)).toEqual({
      status: 200,
      body: { ok: true, status: 200 },
    });
    expect(JSON.parse(receiver.sent[before]!.body)).toMatchObject({ kind: 'test' });
    receiver.status = 503;
    const { body } = await stage.one.send('POST', path);
    expect(body).toEqual({ ok: false, status: 503, failing: 'status 503' });
    expect(await list()).toMatchObject([{ lastStatus: 503, failing: 'status 503' }]);
    receiver.status = 200;
  });

  test('adding and removing are chained without the path, which may be a secret', async () => {
    const { body } = await stage.one.send<{ webhook: WebhookRow }>('POST', WEBHOOKS, {
      url: `${receiver.url}/T0/SECRET`,
      format: 'slack',
    });
    await stage.one.send('POST', `${WEBHOOKS}/${body.webhook.id}/test`);
    expect(JSON.parse(receiver.sent.at(-1)!.body)).toMatchObject({ text: 'A test' });
    const removed = await stage.one.send('DELETE', `${WEBHOOKS}/${body.webhook.id}`);
    expect(removed.status).toBe(200);
    const rows = await eventually(async () => {
      const told = await stage.one.get<{ rows: readonly Change[] }>('/api/audit/changes');
      const own = told.rows.filter(({ what }) => what.startsWith('webhook.'));
      return own.length === 3 && own;
    });
    expect(rows.map(({ what, by }) => `${what} ${by}`)).toEqual([
      'webhook.removed local admin',
      'webhook.added local admin',
      'webhook.added local admin',
    ]);
    expect(JSON.stringify(rows)).not.toContain('SECRET');
  });

  test('viewers, approvers and other tenants cannot, and an address that is none is refused', async () => {
    const { body } = await stage.one.send<{ link: string }>('POST', '/api/settings/people', {
      name: 'al',
      role: 'approver',
    });
    const al = (await enter(stage.first.url, body.link))!;
    const [{ id }] = (await list()) as [WebhookRow];
    const refused = { status: 403, body: { error: { code: 'role' } } };
    for (const [method, path] of [
      ['POST', WEBHOOKS],
      ['POST', `${WEBHOOKS}/${id}/test`],
      ['DELETE', `${WEBHOOKS}/${id}`],
      ['PUT', '/api/settings/retention'],
      ['POST', '/api/settings/retention/preview'],
    ] as const)
      expect(await al.send(method, path, {})).toMatchObject(refused);
    for (const url of ['ftp://a.example', 'nothing', 'https://user:password@a.example/'])
      expect(await stage.one.send('POST', WEBHOOKS, { url })).toMatchObject({ status: 422 });
    expect(await stage.one.send('DELETE', `${WEBHOOKS}/absent`)).toMatchObject({ status: 404 });
  });

  test('one that never answers holds up nobody else', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((listening) => {
      silent.listen(0, '127.0.0.1', listening);
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const { body } = await stage.one.send<{ webhook: WebhookRow }>('POST', WEBHOOKS, { url });
    receiver.sent.length = 0;
    const startedAt = performance.now();
    for (const name of ['slow-1', 'slow-2', 'slow-3', 'slow-4']) {
      const asked = askTool(agentHooks(stage.second.url), { cents: 500 }, { name });
      await answer(stage.one, await waiting(stage, name), { decision: 'deny', words: 'no' });
      await asked;
      await eventually(async () => receiver.sent.some((each) => each.body.includes(name)));
    }
    expect(performance.now() - startedAt).toBeLessThan(8000);
    await stage.one.send('DELETE', `${WEBHOOKS}/${body.webhook.id}`);
    silent.closeAllConnections();
    silent.close();
  });

  test('the command line adds, tries, lists and removes', async () => {
    const { stdout } = await commandOf('webhooks', 'add', receiver.url, '--kinds', 'expired');
    const [, id] = /^([0-9a-f]{12}) {2}json/.exec(stdout) ?? [];
    expect(stdout).toContain('it is shown once');
    expect((await commandOf('webhooks', 'test', id!)).stdout).toContain('taken     status 200');
    expect((await commandOf('webhooks', 'list')).stdout).toContain(
      `${id}  json  ${receiver.url}  expired`,
    );
    expect((await commandOf('webhooks', 'remove', id!)).stdout).toContain('removed');
    expect((await commandOf('webhooks', 'list')).stdout).not.toContain(id);
  });
});
