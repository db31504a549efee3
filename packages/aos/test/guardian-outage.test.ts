import { createServer } from 'node:http';

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { guardian, ping, type GuardianOptions } from '../src/index.ts';
import { foreignGuardian, start, stopServers } from './foreign-guardian.ts';
import { guarded, tryCall } from './try-call.ts';

afterEach(stopServers);

describe('a guardian that keeps failing', () => {
  test('is left alone for a while, and asked again after it', async () => {
    let isWell = false;
    let asked = 0;
    const { url } = await foreignGuardian(() => {
      asked++;
      return isWell ? { decision: 'allow', message: 'ok' } : { decision: 'maybe' };
    });
    const hooks = guarded({ url, circuit: { failures: 3, resetMs: 600_000 } });
    const codes: unknown[] = [];
    for (let step = 0; step < 5; step++) codes.push((await tryCall(hooks)).records[0]?.codes[0]);
    const [invalid, open] = ['guardian_answer_invalid', 'guardian_circuit_open'];
    expect(codes).toEqual([invalid, invalid, invalid, open, open]);
    expect(asked).toBe(3);
    isWell = true;
    const later = performance.now() + 600_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    onTestFinished(() => clock.mockRestore());
    expect((await tryCall(hooks)).ran).toHaveLength(1);
  });

  test('is asked again in time though the clock of the machine is set back', async () => {
    let isWell = false;
    const { url } = await foreignGuardian(() => ({
      decision: isWell ? 'allow' : 'no',
      message: '',
    }));
    const hooks = guarded({ url, circuit: { failures: 1, resetMs: 20 } });
    await tryCall(hooks);
    isWell = true;
    const earlier = Date.now() - 3_600_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => earlier);
    onTestFinished(() => clock.mockRestore());
    await new Promise((resolve) => {
      setTimeout(resolve, 40);
    });
    expect((await tryCall(hooks)).records).toMatchObject([{ decision: 'allow' }]);
  });

  test('is tried by one call alone, for which the others wait', async () => {
    let asked = 0;
    const { url } = await foreignGuardian(() => {
      asked++;
      return { decision: 'maybe' };
    });
    const hooks = guarded({ url, circuit: { failures: 1, resetMs: 20 }, events: ['preToolCall'] });
    await tryCall(hooks);
    await new Promise((resolve) => {
      setTimeout(resolve, 40);
    });
    const codes: unknown[] = [];
    hooks.observe('onDecision', ({ record }) => void codes.push(record.codes[0]));
    await Promise.all([tryCall(hooks), tryCall(hooks), tryCall(hooks)]);
    expect(codes).toEqual([
      'guardian_answer_invalid',
      'guardian_circuit_open',
      'guardian_circuit_open',
    ]);
    expect(asked).toBe(2);
  });

  test('a deny is no failure', async () => {
    const { url, heard } = await foreignGuardian(() => ({ decision: 'deny', message: 'no' }));
    const hooks = guarded({ url, circuit: { failures: 1 } });
    for (let step = 0; step < 3; step++) await tryCall(hooks);
    expect(heard).toHaveLength(3);
  });
});

describe('a connection', () => {
  test('that the guardian may be about to close is not used again', async () => {
    const sockets: unknown[] = [];
    const server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
      incoming.on('end', () => {
        sockets.push(incoming.socket.remotePort);
        const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string };
        const result = { decision: 'allow', message: 'ok' };
        outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    });
    server.keepAliveTimeout = 3000;
    const hooks = guarded({ url: await start(server), events: ['preToolCall'] });
    for (const idleMs of [0, 0, 1650]) {
      await new Promise((resolve) => {
        setTimeout(resolve, idleMs);
      });
      expect((await tryCall(hooks)).ran).toHaveLength(1);
    }
    expect(sockets[1]).toBe(sockets[0]);
    expect(sockets[2]).not.toBe(sockets[0]);
  });
});

describe('an abort', () => {
  test('of the chat ends the question, and is no failure of the guardian', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const url = await start(createServer(() => controller.abort(reason)));
    await expect(tryCall(guarded({ url }), {}, controller.signal)).rejects.toBe(reason);
  });
});

describe('a ping', () => {
  test('tells who is not there, within its time', async () => {
    const { url } = await foreignGuardian(() => ({ decision: 'allow', message: 'ok' }));
    const unreachable = { health: 'unreachable' };
    expect(await ping({ url })).toEqual({ ...unreachable, code: 'guardian_answer_invalid' });
    await stopServers();
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
