import { createHooks, type ModelResponse, type StateStore } from '@interpose/core';
import {
  missingServer,
  openProxy,
  startPostgres,
  startRedis,
  type FaultyProxy,
  type OwnServer,
} from '@interpose/faulty-servers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { cache } from '../../src/cache/index.ts';
import { killSwitch } from '../../src/kill-switch/index.ts';
import { limitSpend } from '../../src/limit-spend/index.ts';
import { redactPersonal } from '../../src/redact-personal/index.ts';
import { ballotBox, quorum } from '../../src/require-approval/index.ts';
import { answers, askModel } from '../kit/ask-model.ts';
import { callTool, openTestChat } from '../kit/call-tool.ts';
import { openPostgres, openRedis } from './behind-proxy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FAULTS = ['hang', 'refuse'] as const;
const missing = new Map([
  ['redis', await missingServer('redis')],
  ['postgres', await missingServer('postgres')],
] as const);

for (const [kind, why] of [...missing].filter(([, reason]) => reason !== undefined)) {
  test(`faults of ${kind} are not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

const present = [...missing].filter(([, why]) => why === undefined).map(([kind]) => kind);

describe.each(present)('while %s fails and comes back,', (kind) => {
  let server: OwnServer;
  let proxy: FaultyProxy;
  let store: StateStore;
  let close: () => Promise<void>;

  beforeAll(async () => {
    server = kind === 'redis' ? await startRedis() : await startPostgres();
    proxy = await openProxy(server.port);
    ({ store, close } = kind === 'redis' ? await openRedis(proxy) : openPostgres(proxy));
    await vi.waitFor(async () => store.set('there', 1), { timeout: 30_000 });
  });
  afterEach(() => recover());
  afterAll(async () => {
    await close();
    await proxy.close();
    await server.stop();
  });

  async function recover(): Promise<void> {
    proxy.mode = 'pass';
    proxy.cut();
    await vi.waitFor(async () => expect(await store.get('there')).toBe(1), { timeout: 15_000 });
  }

  test.each(FAULTS)('a budget lets nothing through that it cannot count: %s', async (fault) => {
    const policy = limitSpend({
      name: fault,
      tokens: 30,
      windowMs: 600_000,
      per: 'all',
      store,
      estimate,
    });
    const hooks = createHooks({ policies: [policy] });
    const asked = vi.fn<() => ModelResponse>(() => answers(6, 4));
    const ask = async (): Promise<string> => askModel(await openTestChat(hooks), { answer: asked });
    expect(await ask()).toBe('hi');
    proxy.mode = fault;
    expect(await ask()).not.toBe('hi');
    expect(asked).toHaveBeenCalledTimes(1);
    await recover();
    for (let more = 0; more < 6; more += 1) await ask();
    expect(asked.mock.calls.length).toBeLessThanOrEqual(3);
    await hooks.close();
  });

  test.each(FAULTS)('a switch that cannot be read stops everything: %s', async (fault) => {
    const hooks = createHooks({ policies: [killSwitch({ store, freshMs: 0 })] });
    const chat = await openTestChat(hooks);
    expect(await callTool(chat)).toBe('result');
    proxy.mode = fault;
    const run = vi.fn<() => string>(() => 'done');
    expect(await callTool(chat, 'search', run)).not.toBe('result');
    expect(run).not.toHaveBeenCalled();
    await recover();
    expect(await callTool(chat)).toBe('result');
    await hooks.close();
  });

  test.each(FAULTS)(
    'a cache gives nothing of somebody else, and works again: %s',
    async (fault) => {
      let runs = 0;
      const hooks = createHooks({ policies: [cache({ name: fault, tools: 'search', store })] });
      const chat = await openTestChat(hooks, { user: { id: 'ann' } });
      const run = (): number => (runs += 1);
      expect(await callTool(chat, 'search', run)).toBe('result');
      await hooks.flush();
      proxy.mode = fault;
      await callTool(chat, 'search', run);
      expect(runs).toBeLessThanOrEqual(2);
      await recover();
      const before = runs;
      expect(await callTool(chat, 'search', run)).toBe('result');
      expect(runs).toBe(before);
      await hooks.close();
    },
  );

  test.each(FAULTS)('what is personal does not reach the model: %s', async (fault) => {
    const hooks = createHooks({ policies: [redactPersonal()], store });
    const read: string[] = [];
    const ask = async (mail: string): Promise<string> =>
      hooks.inSession({ id: `mail-${fault}` }, async () => {
        const text = `write to ${mail}`;
        const request = {
          messages: [{ role: 'user', content: [{ type: 'text', text }] }],
        } as const;
        return askModel(await openTestChat(hooks), {
          request,
          answer: () => (read.push('asked'), answers()),
        });
      });
    expect(await ask('ann@mail.example')).toBe('hi');
    proxy.mode = fault;
    expect(await ask('bob@mail.example').catch(() => 'rejected')).not.toBe('hi');
    expect(read).toHaveLength(1);
    await recover();
    expect(await ask('bob@mail.example')).toBe('hi');
    await hooks.close();
  });

  test.each(FAULTS)(
    'a vote that could not be kept may be cast again, and counts once: %s',
    async (fault) => {
      const box = ballotBox({ needed: 2, voters: ['ada', 'bob', 'eve'], store });
      const resumed = vi.fn<() => Promise<void>>(() => Promise.resolve());
      const asking = { resume: resumed };
      const token = `vote-${fault}`;
      await box.cast(asking, token, { by: 'ada', approved: true });
      proxy.mode = fault;
      const lost = box.cast(asking, token, { by: 'bob', approved: true });
      await expect(lost).rejects.toThrow(/./);
      expect(resumed).not.toHaveBeenCalled();
      await recover();
      expect(await box.cast(asking, token, { by: 'bob', approved: true })).toMatchObject({
        kind: 'approved',
      });
      expect(resumed).toHaveBeenCalledTimes(1);
    },
  );

  test.each(FAULTS)('a quorum that no store can hold lets nothing run: %s', async (fault) => {
    const approver = quorum(2, {
      ada: () => ({ approved: true }),
      bob: () => ({ approved: true }),
    });
    const hooks = createHooks({ approver, store });
    hooks.addHook(
      'preToolCall',
      () => ({ decision: 'ask', reason: 'money', remember: 'session' }) as const,
    );
    const chat = await openTestChat(hooks, { session: { id: `quorum-${fault}` } });
    const run = vi.fn<() => string>(() => 'done');
    proxy.mode = fault;
    const ended = await callTool(chat, 'pay', run);
    expect(run).toHaveBeenCalledTimes(ended === 'result' ? 1 : 0);
    await recover();
    expect(await callTool(chat, 'pay', run)).toBe('result');
    await hooks.close();
  });

  test.each(FAULTS)(
    'an ask that cannot be kept is a denial, and the call waits for nobody: %s',
    async (fault) => {
      const hooks = createHooks({ approver: () => ({ suspend: true }), store });
      hooks.addHook('preToolCall', () => ({ decision: 'ask', reason: 'money' }) as const);
      const chat = await openTestChat(hooks);
      const run = vi.fn<() => string>(() => 'done');
      proxy.mode = fault;
      expect(['result', 'suspended']).not.toContain(await callTool(chat, 'pay', run));
      expect(run).not.toHaveBeenCalled();
      await recover();
      await hooks.close();
    },
  );
});

const estimate = (): { readonly inputTokens: number; readonly outputTokens: number } => ({
  inputTokens: 6,
  outputTokens: 4,
});
