import { createHooks } from '@interpose/core';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { killSwitch, switchOff } from '../../src/kill-switch/index.ts';
import { limitRate } from '../../src/limit-rate/index.ts';
import { limitSpend } from '../../src/limit-spend/index.ts';
import { answers, askModel } from '../kit/ask-model.ts';
import { callTool, openTestChat, repeat } from '../kit/call-tool.ts';
import { findServers, openStore, wipePlace } from './store-servers.ts';

vi.setConfig({ testTimeout: 30_000 });

const { present, missing } = await findServers('memory', 'redis', 'postgres');

for (const why of missing) {
  test(`the clock of a store is not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

const MINUTE_MS = 60_000;

afterEach(() => void vi.useRealTimers());

/** What happens to the host when somebody sets its clock. */
function setClock(changeMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + changeMs });
}

describe.each(present)('a host clock that jumps, with the %s store,', (kind) => {
  test.each([MINUTE_MS, -MINUTE_MS, 60 * MINUTE_MS])(
    'lets nothing more through a rate limit: %d ms',
    async (jumpMs) => {
      const { store, place, close } = await openStore(kind);
      const hooks = createHooks({
        timeoutMs: Infinity,
        policies: [limitRate({ limit: 5, windowMs: MINUTE_MS, per: 'all', store })],
      });
      const chat = await openTestChat(hooks);
      expect(await repeat(5, () => callTool(chat))).toEqual(Array(5).fill('result'));
      setClock(jumpMs);
      expect(await repeat(5, () => callTool(chat))).toEqual(Array(5).fill('rate_limited'));
      vi.useRealTimers();
      await close();
      await wipePlace(kind, place);
    },
  );

  test('lets nothing more through a budget', async () => {
    const { store, place, close } = await openStore(kind);
    const budget = limitSpend({
      tokens: 20,
      windowMs: MINUTE_MS,
      per: 'all',
      store,
      estimate: () => ({ inputTokens: 5, outputTokens: 5 }),
    });
    const hooks = createHooks({ timeoutMs: Infinity, policies: [budget] });
    const ask = async (): Promise<string> =>
      askModel(await openTestChat(hooks), { answer: () => answers(5, 5) });
    expect(await repeat(2, ask)).toEqual(['hi', 'hi']);
    const refused = await ask();
    expect(refused).not.toBe('hi');
    setClock(2 * MINUTE_MS);
    expect(await ask()).toBe(refused);
    vi.useRealTimers();
    await close();
    await wipePlace(kind, place);
  });

  test('turns no switch on early, and one in time', async () => {
    const { store, place, close } = await openStore(kind);
    const hooks = createHooks({ timeoutMs: Infinity, policies: [killSwitch({ store })] });
    const chat = await openTestChat(hooks);
    await switchOff(store, { tool: 'refund' }, { forMs: 500 });
    setClock(MINUTE_MS);
    expect(await callTool(chat, 'refund')).toBe('killed');
    vi.useRealTimers();
    await expect.poll(() => callTool(chat, 'refund')).toBe('result');
    expect(await store.get('kill-switch:off')).toBeUndefined();
    await close();
    await wipePlace(kind, place);
  });
});
