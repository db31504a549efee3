import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { ApprovalAnswer } from '@interpose/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { requestOf } from '../../test/approval-request.ts';
import { webhookApprover } from './index.ts';
import { sign, verify, webhookKey } from './webhook-signature.ts';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const digest = 'a'.repeat(64);

interface Reply {
  readonly status?: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let server: Server;
let url: string;
let reply: (id: string, headers: IncomingHttpHeaders, body: string) => Promise<Reply>;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      asked += 1;
      const body = await text(request);
      const id = String(request.headers['webhook-id']);
      const { status = 200, body: answer, headers } = await reply(id, request.headers, body);
      response.writeHead(status, headers).end(answer);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/asks`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
});

const key = webhookKey(secret);
const ask = async (): Promise<ApprovalAnswer> => webhookApprover({ url, secret })(requestOf());

function answers(answer: unknown, status = 200): void {
  reply = async (id) => {
    const body = JSON.stringify(answer);
    return { status, body, headers: { ...(await sign(await key, id, body)) } };
  };
}

describe('an approver behind a webhook', () => {
  test('is asked with everything but the signal, signed', async () => {
    let question: unknown;
    reply = async (id, headers, body) => {
      await verify(await key, id, new Headers(headers as Record<string, string>), body);
      question = JSON.parse(body);
      const answer = JSON.stringify({ approved: true, by: 'ada', digest, change: { cents: 1 } });
      return { body: answer, headers: { ...(await sign(await key, id, answer)) } };
    };
    expect(await ask()).toEqual({ approved: true, by: 'ada', change: { cents: 1 } });
    const { signal: _, expiresAt: _expires, ...rest } = requestOf();
    expect(question).toMatchObject(rest);
  });

  test('may say no, with words for the model', async () => {
    answers({ approved: false, by: 'ada', reason: 'not today', digest });
    expect(await ask()).toEqual({ approved: false, by: 'ada', reason: 'not today' });
  });

  test('may answer later', async () => {
    answers({}, 202);
    expect(await ask()).toEqual({ suspend: true });
  });

  test.each<[string, unknown, number]>([
    ['for another digest', { approved: true, digest: 'b'.repeat(64) }, 200],
    ['without a digest', { approved: true }, 200],
    ['that says neither', { approved: 'yes', digest }, 200],
    ['with a misspelt key', { approved: true, digest, chnage: {} }, 200],
    ['that is no object', null, 200],
    ['that is too long', { approved: true, digest, by: 'x'.repeat(70_000) }, 200],
    ['with status 500', { approved: true, digest }, 500],
  ])('fails at an answer %s', async (_, answer, status) => {
    answers(answer, status);
    await expect(ask()).rejects.toThrow('[webhook_failed]');
    expect(asked).toBe(1);
  });

  test('fails at an answer that nobody signed, that another key signed, or that was changed', async () => {
    const body = JSON.stringify({ approved: true, digest });
    const other = webhookKey(Buffer.alloc(32, 6).toString('base64'));
    for (const headers of [
      async () => ({}),
      async (id: string) => sign(await other, id, body),
      async (id: string) => sign(await key, id, `${body} `),
      async () => sign(await key, 'msg_older', body),
    ]) {
      reply = async (id) => ({ body, headers: { ...(await headers(id)) } });
      await expect(ask()).rejects.toThrow('[webhook_unsigned]');
    }
  });

  test('fails at an answer that was recorded and is played again', async () => {
    let recorded: Reply | undefined;
    reply = async (id) => {
      const body = JSON.stringify({ approved: true, digest });
      recorded ??= { body, headers: { ...(await sign(await key, id, body)) } };
      return recorded;
    };
    expect(await ask()).toEqual({ approved: true });
    await expect(ask()).rejects.toThrow('[webhook_unsigned]');
  });

  test('fails at an answer of an hour ago', async () => {
    const body = JSON.stringify({ approved: true, digest });
    reply = async (id) => {
      const now = Date.now;
      Date.now = () => now() - 3_600_000;
      try {
        return { body, headers: { ...(await sign(await key, id, body)) } };
      } finally {
        Date.now = now;
      }
    };
    await expect(ask()).rejects.toThrow('[webhook_unsigned]');
  });

  test('follows no redirect', async () => {
    reply = async () => ({ status: 307, body: '', headers: { location: url } });
    await expect(ask()).rejects.toThrow('fetch failed');
    expect(asked).toBe(1);
  });

  test.each<[unknown]>([
    [{ url: 'http://desk.example/asks', secret }],
    [{ url: 'desk', secret }],
    [{ url: 'https://desk.example', secret: 'short' }],
    [{ url: 'https://desk.example', secret: '!'.repeat(50) }],
    [{ url: 'https://desk.example' }],
    [{ url: 'https://desk.example', secret, key: 1 }],
    [undefined],
  ])('refuses %j', (options) => {
    expect(() => webhookApprover(options as never)).toThrow('[invalid_option]');
  });
});
