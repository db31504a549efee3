import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { GuardianNote } from '../src/index.ts';
import { startGuardian, type GuardianProcess } from './process/start-guardian.ts';
import { guarded, tryCall } from './try-call.ts';

let shared: GuardianProcess;
let own: GuardianProcess | undefined;

beforeAll(async () => {
  shared = await startGuardian();
});
afterEach(() => own?.kill());
afterAll(() => shared.kill());

/** One that may be killed. */
async function startOwn(port?: number): Promise<GuardianProcess> {
  return (own = await startGuardian(port));
}

const FAILURES = [
  ['hung', 'guardian_timeout'],
  ['late', 'guardian_timeout'],
  ['garbage', 'guardian_answer_invalid'],
  ['another id', 'guardian_answer_invalid'],
  ['no decision', 'guardian_answer_invalid'],
  ['an error', 'guardian_error'],
  ['status 500', 'guardian_status'],
  ['a redirect', 'guardian_status'],
  ['oversized', 'guardian_answer_too_large'],
  ['endless body', 'guardian_answer_too_large'],
  ['hang up', 'guardian_unreachable'],
  ['half an answer', 'guardian_unreachable'],
] as const;

describe('a guardian in another process that gives no decision', () => {
  test.each(FAILURES)(
    '%s: the step ends in its posture, and the record says %s',
    async (mode, code) => {
      const url = shared.url + encodeURIComponent(mode);
      const timeoutMs = code === 'guardian_timeout' ? 250 : 5000;
      const notes: GuardianNote[] = [];
      const report = (note: GuardianNote): void => void notes.push(note);
      const denied = await tryCall(guarded({ url, timeoutMs, report }));
      expect(denied.ran).toEqual([]);
      expect(denied.outcome).toMatchObject({
        kind: 'denied',
        denial: { code, policy: 'guardian' },
      });
      expect(denied.records).toMatchObject([{ decision: 'deny', codes: [code] }]);
      expect(notes).toMatchObject([{ kind: 'failure', event: 'preToolCall', code }]);
      const letThrough = await tryCall(
        guarded({ url, timeoutMs, onFailure: { preToolCall: 'allow' } }),
      );
      expect(letThrough.ran).toEqual([{ cents: 5 }]);
      expect(letThrough.records).toMatchObject([{ decision: 'allow', by: [], codes: [code] }]);
    },
  );

  test('killed: the step ends in its posture', async () => {
    const guardian = await startOwn();
    const hooks = guarded({ url: guardian.url, timeoutMs: 400, retries: 1 });
    expect((await tryCall(hooks)).ran).toHaveLength(1);
    await guardian.kill();
    const { ran, records } = await tryCall(hooks);
    expect(ran).toEqual([]);
    expect(records).toMatchObject([{ decision: 'deny', codes: ['guardian_unreachable'] }]);
  });

  test('killed while it decides: the step is not allowed', async () => {
    const guardian = await startOwn();
    const asked = tryCall(guarded({ url: `${guardian.url}hung`, timeoutMs: 5000 }));
    setTimeout(() => void guardian.kill(), 100);
    const { ran, records } = await asked;
    expect(ran).toEqual([]);
    expect(records).toMatchObject([{ decision: 'deny', codes: ['guardian_unreachable'] }]);
  });

  test('restarted in the middle of a run: what comes after is decided again', async () => {
    const first = await startOwn();
    const hooks = guarded({ url: first.url, timeoutMs: 5000, retries: 8 });
    expect((await tryCall(hooks, { cents: 500 })).records).toMatchObject([{ codes: ['limit'] }]);
    await first.kill();
    const asked = tryCall(hooks, { cents: 500 });
    await startOwn(first.port);
    const during = await asked;
    expect(during.ran).toEqual([]);
    expect((await tryCall(hooks, { cents: 500 })).records).toMatchObject([{ codes: ['limit'] }]);
    expect((await tryCall(hooks)).ran).toEqual([{ cents: 5 }]);
  });

  test('a failure tells the model nothing of how it failed', async () => {
    const { outcome } = await tryCall(guarded({ url: 'http://127.0.0.1:1/', retries: 0 }));
    expect(JSON.stringify(outcome)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
  });
});

describe('what is decided in another process', () => {
  test('holds here: allow, deny and modify, in the name of the hook that decided', async () => {
    const hooks = guarded({ url: shared.url });
    const allowed = await tryCall(hooks);
    expect(allowed.ran).toEqual([{ cents: 5 }]);
    expect(allowed.records).toMatchObject([{ decision: 'allow', by: [], changed: false }]);
    const denied = await tryCall(hooks, { cents: 500 });
    expect(denied.ran).toEqual([]);
    expect(denied.outcome).toMatchObject({
      denial: { by: 'limit', reason: 'too much', code: 'limit' },
    });
    const changed = await tryCall(hooks, { cents: 9, note: 'cap' });
    expect(changed.ran).toEqual([{ cents: 1 }]);
    expect(changed.records).toMatchObject([{ decision: 'modify', by: ['limit'], changed: true }]);
  });
});
