import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import {
  createHooks,
  deny,
  type Dict,
  type EventName,
  type HooksOptions,
  type PayloadOf,
} from '@interpose/core';
import { joinChat } from '@interpose/core/adapter';
import { afterEach, describe, expect, test } from 'vitest';

import { aosEvents, guardian, ping, type GuardianOptions } from '../src/index.ts';
import { AOSRequest } from '../src/generated/validators.mjs';
import { guarded, tryCall } from './try-call.ts';

interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: Dict;
}

let stop: (() => Promise<void>) | undefined;

afterEach(() => stop?.());

/** A guardian of somebody else's making, which says this of every request. */
async function foreignGuardian(
  say: (request: Dict) => Dict = () => ({ decision: 'allow', message: 'ok' }),
): Promise<{ url: string; heard: Heard[]; sockets: Set<Socket> }> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    sockets.add(incoming.socket);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Dict;
      heard.push({ headers: incoming.headers, body });
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: body['id'], result: say(body) }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/guardian`, heard, sockets };
}

describe('what travels', () => {
  test('every field AOS has for it, from the session', async () => {
    const { url, heard } = await foreignGuardian();
    const agent = { url: 'https://agents.example/clerk', tools: [], metadata: { tier: 'gold' } };
    const hooks = createHooks({ policies: [guardian({ url, agent })] });
    const chat = joinChat(hooks, {
      chatId: 'chat-1',
      host: { framework: 'test', version: '1' },
      agent: {
        id: 'clerk',
        name: 'Clerk',
        version: '3.1.0',
        instructions: 'Be exact.',
        model: 'm-1',
        provider: { name: 'Models', url: 'https://models.example' },
      },
      session: { id: 'thread' },
      user: { id: 'ada', name: 'Ada', organisation: 'acme' },
      reasoning: 'the user asked',
    });
    const call = { id: 'call_1', name: 'refund', args: { cents: 5, memo: null, tags: ['a'] } };
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    await chat.dispatch('preToolCall', { call, tool });
    const [request] = heard;
    expect(AOSRequest(request?.body)).toBe(true);
    expect(request?.body).toMatchObject({
      method: 'steps/toolCallRequest',
      params: {
        reasoning: 'the user asked',
        toolCallRequest: {
          executionId: 'call_1',
          toolId: 'refund',
          inputs: [
            { name: 'cents', value: 5 },
            { name: 'memo', value: null },
            { name: 'tags', value: ['a'] },
          ],
        },
        context: {
          agent: {
            id: 'clerk',
            name: 'Clerk',
            version: '3.1.0',
            instructions: 'Be exact.',
            url: 'https://agents.example/clerk',
            tools: [],
            metadata: { tier: 'gold' },
            model: { id: 'm-1', name: 'm-1', provider: { name: 'Models' } },
            provider: { name: 'Models', url: 'https://models.example' },
          },
          session: { id: 'thread' },
          turnId: 'chat-1',
          user: { id: 'ada', name: 'Ada', organization: { id: 'acme' } },
        },
      },
    });
    const { stepId, timestamp } = (request?.body['params'] as { context: Dict }).context;
    expect(request?.body['id']).toBe(stepId);
    expect(Date.parse(String(timestamp))).toBeGreaterThan(Date.now() - 10_000);
  });

  test('token and trace context in headers, over one connection', async () => {
    const { url, heard, sockets } = await foreignGuardian();
    const hooks = createHooks({ policies: [guardian({ url, token: 'secret' })] });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const host = { framework: 'test', version: '1' };
    const trace = { traceparent, tracestate: 'a=1' };
    const chat = joinChat(hooks, { chatId: 'one', host, agent: { id: 'a' }, trace });
    for (let step = 0; step < 3; step++) await chat.dispatch('preMemoryStore', { memory: [] });
    expect(heard[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      traceparent,
      tracestate: 'a=1',
      'content-type': 'application/json',
    });
    expect(heard[0]?.body).toMatchObject({ params: { context: { traceparent } } });
    expect(new Set(heard.map(({ body }) => body['id'])).size).toBe(3);
    expect(sockets.size).toBe(1);
  });

  test('no trace context that is none', async () => {
    const { url, heard } = await foreignGuardian();
    const hooks = createHooks({ policies: [guardian({ url })] });
    const trace = { traceparent: 'x\r\nset-cookie: a=b' };
    const host = { framework: 'test', version: '1' };
    const chat = joinChat(hooks, { chatId: 'one', host, agent: { id: 'a' }, trace });
    expect(await chat.dispatch('preMemoryStore', { memory: [] })).toEqual({ decision: 'allow' });
    expect(heard[0]?.headers).not.toHaveProperty('traceparent');
  });

  test('only the events asked for, and nothing that a policy here has denied', async () => {
    const { url, heard } = await foreignGuardian();
    const closed = { name: 'closed', hooks: { preMemoryStore: () => deny('closed') } };
    const asked = guardian({ url, events: ['preMemoryStore'] });
    const hooks = createHooks({ policies: [asked, closed] });
    await hooks.dispatch('preMemoryStore', { memory: [] });
    await hooks.dispatch('onMemoryRetrieved', { memory: [] });
    expect(heard).toEqual([]);
    expect(aosEvents).toHaveLength(14);
  });

  test('what policies here have changed, also after a step', async () => {
    const { url, heard } = await foreignGuardian();
    const tidy = {
      name: 'tidy',
      hooks: {
        onMemoryRetrieved: { priority: 1, run: () => ({ memory: [{ content: 'tidy' }] }) },
        preMemoryStore: { priority: 1000, run: () => ({ memory: [{ content: 'tidy' }] }) },
      },
    };
    const hooks = createHooks({ policies: [guardian({ url }), tidy] });
    await hooks.dispatch('onMemoryRetrieved', { memory: [{ content: 'raw' }] });
    await hooks.dispatch('preMemoryStore', { memory: [{ content: 'raw' }] });
    expect(heard.map(({ body }) => (body['params'] as Dict)['memory'])).toEqual([
      ['tidy'],
      ['tidy'],
    ]);
  });
});

describe('what cannot travel ends in the posture', () => {
  const fails = async (
    event: EventName,
    payload: object,
    more: Partial<GuardianOptions> = {},
    hooksOptions: HooksOptions = {},
  ): Promise<unknown> => {
    const { url } = await foreignGuardian();
    const hooks = createHooks({ ...hooksOptions, policies: [guardian({ url, ...more })] });
    return hooks.dispatch(event, payload as PayloadOf<EventName>);
  };

  test('an A2A method that AOS does not have', async () => {
    const payload = { message: {}, method: 'tasks/list', role: 'client', leg: 'request' };
    expect(await fails('preA2aMessage', payload)).toMatchObject({
      decision: 'deny',
      code: 'guardian_method_unsupported',
    });
  });

  test('a value that is no JSON', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const payload = { message: circular, server: 'files', direction: 'client-to-server' };
    const strict = { strict: false };
    expect(await fails('preMcpMessage', payload, {}, strict)).toMatchObject({
      code: 'guardian_request_unsendable',
    });
  });
});

describe('answers of guardians of somebody else', () => {
  test('all their codes, the message and the data reach whoever handles the denial', async () => {
    const { url } = await foreignGuardian(() => ({
      decision: 'deny',
      message: 'Not today.',
      reasoning: 'over the limit',
      reasonCode: ['limit', 'hours'],
      data: { limit: 100 },
    }));
    const { outcome } = await tryCall(guarded({ url }));
    expect(outcome).toMatchObject({
      denial: {
        by: 'guardian/preToolCall',
        code: 'limit',
        reason: 'over the limit',
        message: 'Not today.',
        data: { limit: 100, codes: ['limit', 'hours'] },
      },
    });
  });

  test('a change of the tool is taken only where it is allowed on both sides', async () => {
    const rename = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { toolCallRequest: { toolId: string } };
      };
      modifiedRequest.params.toolCallRequest.toolId = 'reject';
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(rename);
    const codesWith = async (allowedHere: boolean, allowedThere: boolean): Promise<unknown> => {
      const hooks = guarded({ url, allowRename: allowedThere }, { allowRename: allowedHere });
      return (await tryCall(hooks)).records[0]?.codes;
    };
    expect(await codesWith(true, false)).toEqual(['invalid_modification']);
    expect(await codesWith(false, true)).toEqual(['rename_denied']);
    expect(await codesWith(true, true)).toEqual([]);
  });

  test('a result turned into an error is an error here', async () => {
    const turn = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { toolCallResult: { result: Dict } };
      };
      const outputs = [{ kind: 'text', text: 'withdrawn' }];
      modifiedRequest.params.toolCallResult.result = { outputs, isError: true };
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(turn);
    const hooks = createHooks({ policies: [guardian({ url })] });
    const call = { id: 'call_1', name: 'refund', args: {} };
    const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
    const ended = { call, originalCall: call, tool, durationMs: 1, synthetic: false };
    expect(await hooks.dispatch('onToolCallResult', { ...ended, result: 'paid' })).toEqual({
      decision: 'respond',
      outcome: { error: { message: 'withdrawn' } },
    });
  });

  test('parts left alone stay the very parts they were', async () => {
    const shorten = (request: Dict): Dict => {
      const modifiedRequest = structuredClone(request) as {
        params: { message: { content: Dict[] } };
      };
      modifiedRequest.params.message.content[0] = { kind: 'text', text: 'short' };
      return { decision: 'modify', message: 'changed', modifiedRequest };
    };
    const { url } = await foreignGuardian(shorten);
    const hooks = createHooks({ policies: [guardian({ url })] });
    const image = { type: 'file', mediaType: 'image/png', data: 'AAEC' } as const;
    const other = { type: 'other', kind: 'audio' } as const;
    const content = [{ type: 'text', text: 'long' } as const, image, other];
    const verdict = await hooks.dispatch('onUserMessage', { message: { role: 'user', content } });
    const value = (verdict as { value: { content: unknown[] } }).value;
    expect(value.content[0]).toEqual({ type: 'text', text: 'short' });
    expect(value.content[1]).toBe(image);
    expect(value.content[2]).toBe(other);
  });
});

describe('a guardian that keeps failing', () => {
  test('is left alone for a while, and asked again after it', async () => {
    let isWell = false;
    let asked = 0;
    const { url } = await foreignGuardian(() => {
      asked++;
      return isWell ? { decision: 'allow', message: 'ok' } : { decision: 'maybe' };
    });
    const hooks = guarded({ url, circuit: { failures: 3, resetMs: 150 } });
    const codes: unknown[] = [];
    for (let step = 0; step < 5; step++) codes.push((await tryCall(hooks)).records[0]?.codes[0]);
    const [invalid, open] = ['guardian_answer_invalid', 'guardian_circuit_open'];
    expect(codes).toEqual([invalid, invalid, invalid, open, open]);
    expect(asked).toBe(3);
    isWell = true;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect((await tryCall(hooks)).ran).toHaveLength(1);
  });

  test('a deny is no failure', async () => {
    const { url, heard } = await foreignGuardian(() => ({ decision: 'deny', message: 'no' }));
    const hooks = guarded({ url, circuit: { failures: 1 } });
    for (let step = 0; step < 3; step++) await tryCall(hooks);
    expect(heard).toHaveLength(3);
  });
});

describe('an abort', () => {
  test('of the chat ends the question, and is no failure of the guardian', async () => {
    const hanging = createServer(() => undefined);
    hanging.listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    stop = () =>
      new Promise((resolve) => {
        hanging.close(() => resolve());
        hanging.closeAllConnections();
      });
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
    const reason = new Error('the user left');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(tryCall(guarded({ url }), {}, controller.signal)).rejects.toBe(reason);
  });
});

describe('a ping', () => {
  test('tells who is not there, within its time', async () => {
    const { url } = await foreignGuardian(() => ({ decision: 'allow', message: 'ok' }));
    const unreachable = { health: 'unreachable' };
    expect(await ping({ url })).toEqual({ ...unreachable, code: 'guardian_answer_invalid' });
    await stop?.();
    stop = undefined;
    expect(await ping({ url, timeoutMs: 100, retries: 0 })).toMatchObject(unreachable);
  });

  test('says how long it waits', async () => {
    const timestamp = '2026-01-05T09:00:00.000Z';
    const { url, heard } = await foreignGuardian(() => ({
      status: 'connected',
      version: '9.1.0',
      timestamp,
    }));
    const health = await ping({ url, timeoutMs: 750 });
    expect(health).toEqual({ health: 'connected', version: '9.1.0', timestamp });
    expect(heard[0]?.body).toMatchObject({ method: 'ping', params: { timeout: 750 } });
  });
});

describe('a guardian that cannot be asked is refused when it is made', () => {
  test.each([
    ['a url that is none', { url: 'nowhere' }],
    ['a scheme without a guardian', { url: 'ftp://guardian.example' }],
    ['a password in the url', { url: 'http://ada:secret@guardian.example' }],
    ['an unknown event', { url: 'http://a.example', events: ['preRequest'] }],
    ['an unknown posture', { url: 'http://a.example', onFailure: 'open' }],
    ['a time limit of nothing', { url: 'http://a.example', timeoutMs: 0 }],
  ])('%s', (_, options) => {
    expect(() => guardian(options as GuardianOptions)).toThrow('[invalid_option]');
  });
});
