import { ask, createHooks } from '@interpose/core';
import { toolCycle } from '@interpose/core/adapter';
import { afterEach, describe, expect, test } from 'vitest';

import { openTestChat } from '../kit/call-tool.ts';
import { runProcesses } from './run-processes.ts';
import { findServers, newPlace, openStore, wipePlace } from './store-servers.ts';

const { present, missing } = await findServers('redis', 'postgres');

for (const why of missing) {
  test(`several processes are not tested: ${why}`, ({ skip }) => {
    expect(why).not.toBe('');
    skip(why);
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe.each(present)('several processes on one %s', (kind) => {
  let place = '';
  afterEach(() => wipePlace(kind, place));

  test('lose no update, and create their table at once', async () => {
    place = newPlace();
    await runProcesses(4, { kind, place, work: 'count', times: 50 });
    const { store, close } = await openStore(kind, place);
    expect(await store.get('count')).toBe(200);
    await close();
  });

  test('share a limit of calls and never exceed it', async () => {
    place = newPlace();
    const passed = await runProcesses(4, { kind, place, work: 'limitCalls', times: 50, limit: 60 });
    expect(sum(passed)).toBe(60);
  });

  test('share a budget of tokens and never exceed it', async () => {
    place = newPlace();
    const passed = await runProcesses(4, {
      kind,
      place,
      work: 'limitTokens',
      times: 50,
      limit: 600,
    });
    // Ten each: 59 fit beside the 15 that the last one reserves.
    expect(sum(passed)).toBeLessThanOrEqual(60);
    expect(sum(passed)).toBeGreaterThanOrEqual(40);
  });

  test('send one probe through an open circuit', async () => {
    place = newPlace();
    const { store, close } = await openStore(kind, place);
    const open = { state: 'open', until: Date.now() - 1 };
    await store.set('circuit-breaker:default:tool:search', open);
    const passed = await runProcesses(3, { kind, place, work: 'probe', times: 20 });
    expect(sum(passed)).toBe(1);
    await close();
  });

  test('settle a suspended approval once', async () => {
    place = newPlace();
    const { store, close } = await openStore(kind, place);
    const token = await suspend(store);
    const settled = await runProcesses(2, { kind, place, work: 'resumeOnce', times: 10, token });
    // Each sends an answer of its own: the first one counts, and it alone may be sent again.
    expect(sum(settled)).toBe(1);
    await close();
  });
});

async function suspend(store: Awaited<ReturnType<typeof openStore>>['store']): Promise<string> {
  const hooks = createHooks({ store });
  hooks.addHook('preToolCall', () => ask('may I?'));
  const outcome = await toolCycle(await openTestChat(hooks, { suspends: true }), {
    call: { id: 'call_1', name: 'refund', args: {} },
    tool: { name: 'refund', origin: 'local', known: true, enabled: true },
    run: () => 'never',
  });
  return outcome.kind === 'suspended' ? outcome.token : '';
}
