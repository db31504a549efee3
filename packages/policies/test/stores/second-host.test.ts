import { createHooks, type StateStore } from '@interpose/core';
import {
  missingHost,
  missingServer,
  startPostgres,
  startRedis,
  startSecondHost,
  type OwnServer,
  type SecondHost,
} from '@interpose/faulty-servers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { limitRate } from '../../src/limit-rate/index.ts';
import { callTool, openTestChat } from '../kit/call-tool.ts';
import { openPostgres, openRedis } from './behind-proxy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const noHost = await missingHost();
const missing = new Map([
  ['redis', noHost ?? (await missingServer('redis'))],
  ['postgres', noHost ?? (await missingServer('postgres'))],
] as const);

for (const [kind, why] of [...missing].filter(([, reason]) => reason !== undefined)) {
  test(`${kind} on a second host is not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

const present = [...missing].filter(([, why]) => why === undefined).map(([kind]) => kind);

describe.each(present)('with %s on another host,', (kind) => {
  let server: OwnServer;
  let host: SecondHost;
  let store: StateStore;
  let close: () => Promise<void>;

  beforeAll(async () => {
    server = kind === 'redis' ? await startRedis() : await startPostgres();
    host = await startSecondHost(server.port);
    ({ store, close } = kind === 'redis' ? await openRedis(host) : openPostgres(host));
    await answers();
  });
  afterEach(async () => {
    await host.plug();
    await answers();
  });
  afterAll(async () => {
    await close();
    await host.close();
    await server.stop();
  });

  /** Waits until the store is there. */
  async function answers(): Promise<void> {
    await vi.waitFor(async () => store.set('there', 1), { timeout: 30_000 });
  }

  /** Calls a tool behind a limit that the other host counts. */
  function limited(name: string, onError?: (error: unknown) => void): () => Promise<string> {
    const limit = limitRate({ name, limit: 3, windowMs: 600_000, per: 'all', store });
    const hooks = createHooks({ policies: [limit] });
    hooks.observe('onHookError', ({ error }) => onError?.(error));
    return async () => callTool(await openTestChat(hooks));
  }

  test.each([
    ['whose wire is pulled', () => host.unplug()],
    ['that was replaced by one which knows no connection', () => host.replace()],
  ])('%s: nothing passes that is not counted, and it counts on', async (name, fail) => {
    const call = limited(name);
    expect(await call()).toBe('result');
    await fail();
    const during = await call();
    await host.plug();
    await answers();
    const rest: string[] = [];
    for (let more = 0; more < 4; more += 1) rest.push(await call());
    const ran = ['result', during, ...rest].filter((outcome) => outcome === 'result').length;
    expect(ran).toBeLessThanOrEqual(3);
    expect(ran).toBeGreaterThanOrEqual(2);
    expect(rest.at(-1)).toBe('rate_limited');
  });

  test('a silent one is given up on in time, and the call is denied', async () => {
    const errors: unknown[] = [];
    const call = limited('silent', (error) => void errors.push(error));
    expect(await call()).toBe('result');
    await host.unplug();
    expect(await call()).toBe('hook_failed');
    expect(String(errors[0])).toMatch(/store_timeout|store_unreachable|connect/u);
  });
});
