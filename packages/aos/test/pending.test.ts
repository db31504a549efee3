import { createHooks } from '@interpose/core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { serve } from '../src/index.ts';
import { listen } from './listen.ts';
import { guarded, tryCall } from './try-call.ts';

let closing: (() => Promise<void>) | undefined;

afterEach(() => closing?.());

/** A guardian whose approver takes so long, and tells callers to come back after 30 milliseconds. */
async function slowGuardian(
  approvalMs: number,
  approved: boolean,
  isAsked?: () => void,
): Promise<string> {
  const hooks = createHooks({
    approver: async () => {
      isAsked?.();
      await new Promise((resolve) => {
        setTimeout(resolve, approvalMs);
      });
      return { approved, by: 'ada' };
    },
  });
  hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'sure?' }));
  const server = await listen(serve(hooks, { pendingAfterMs: 30 }));
  closing = () => server.close();
  return server.url;
}

describe('a decision that comes later', () => {
  test.each([
    [true, 1],
    [false, 0],
  ])('is asked for until it is there: approved %s', async (approved, runs) => {
    const url = await slowGuardian(400, approved);
    const { ran, records } = await tryCall(guarded({ url, timeoutMs: 2000 }));
    expect(ran).toHaveLength(runs);
    const decided = approved
      ? { decision: 'allow' }
      : { decision: 'deny', codes: ['approval_refused'] };
    expect(records).toMatchObject([decided]);
  });

  test('that never comes is a deny, also where failures are let through', async () => {
    const url = await slowGuardian(60_000, true);
    const options = { url, pendingTimeoutMs: 200, onFailure: 'allow' } as const;
    const { ran, records } = await tryCall(guarded(options));
    expect(ran).toEqual([]);
    expect(records).toMatchObject([{ decision: 'deny', codes: ['guardian_pending_timeout'] }]);
  });

  test.each([3_600_000, -3_600_000])(
    'is waited for no less and no longer if the clock is set: %d ms',
    async (ms) => {
      const url = await slowGuardian(60_000, true, () => {
        const set = Date.now() + ms;
        const clock = vi.spyOn(Date, 'now').mockImplementation(() => set);
        onTestFinished(() => clock.mockRestore());
      });
      const startedAt = performance.now();
      const { records } = await tryCall(guarded({ url, pendingTimeoutMs: 300 }));
      expect(records).toMatchObject([{ codes: ['guardian_pending_timeout'] }]);
      expect(performance.now() - startedAt).toBeGreaterThan(290);
    },
  );

  test('is no longer waited for when the chat is aborted', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const url = await slowGuardian(60_000, true, () => controller.abort(reason));
    await expect(tryCall(guarded({ url }), {}, controller.signal)).rejects.toBe(reason);
  });

  test('is handed out only for the request that waits for it', async () => {
    const url = await slowGuardian(60_000, true);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'mine',
      method: 'protocols/MCP',
      params: { message: {} },
    });
    const headers = { 'content-type': 'application/json', 'interpose-decision': 'guessed' };
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ id: 'mine', error: { code: -32600 } });
  });
});
