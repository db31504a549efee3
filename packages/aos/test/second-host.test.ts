import { missingHost, startSecondHost, type SecondHost } from '@interpose/faulty-servers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { foreignGuardian, stopServers, type ForeignGuardian } from './foreign-guardian.ts';
import { guarded, tryCall } from './try-call.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const why = await missingHost();

for (const reason of why === undefined ? [] : [why])
  test(`a guardian on a second host is not tested: ${reason}`, ({ skip }) => {
    expect(reason).not.toBe('');
    skip(reason);
  });

describe.skipIf(why !== undefined)('a guardian on another host', () => {
  let asked: ForeignGuardian;
  let host: SecondHost;

  beforeAll(async () => {
    asked = await foreignGuardian(() => ({ decision: 'allow', message: 'ok' }));
    host = await startSecondHost(Number(new URL(asked.url).port));
  });
  afterEach(() => host.plug());
  afterAll(async () => {
    await host.close();
    await stopServers();
  });

  test.each([
    ['whose wire is pulled', () => host.unplug()],
    ['that was replaced by one which knows no connection', () => host.replace()],
  ])('%s: no step runs unasked, and the next ones are asked again', async (_, fail) => {
    const hooks = guarded({ url: `http://${host.address}:${host.port}/guardian`, timeoutMs: 1500 });
    await vi.waitFor(async () => expect((await tryCall(hooks)).ran).toHaveLength(1), 20_000);
    const before = asked.heard.length;
    await fail();
    const { ran, records } = await tryCall(hooks);
    // A replaced one answers where the client asks again on a new connection.
    expect(ran.length).toBeLessThanOrEqual(asked.heard.length - before);
    expect(records[0]!.codes.join()).toMatch(/^$|guardian_timeout|guardian_unreachable/u);
    await host.plug();
    await vi.waitFor(async () => expect((await tryCall(hooks)).ran).toHaveLength(1), 20_000);
  });
});
