import { describe, expect, test } from 'vitest';

import { gateToolCall, toolCycle } from '../../src/adapter.ts';
import { createHooks, memoryStore, type StateStore, type ToolCall } from '../../src/index.ts';
import { openTestChat } from '../open-test-chat.ts';
import { pauseFor } from '../pause-for.ts';
import { sampleCall } from '../sample-values.ts';
import { askingHooks, resumeCall, suspendCall, suspendingChat } from '../suspended-call.ts';
import { toolStep } from '../tool-step.ts';

/** A store whose answers take as long as those of a server. */
function distantStore(): StateStore {
  const near = memoryStore();
  return {
    get: (key) => pauseFor(1).then(() => near.get(key)),
    set: (...given) => pauseFor(1).then(() => near.set(...given)),
    update: (...given) => pauseFor(1).then(() => near.update(...given)),
    clear: (prefix) => near.clear(prefix),
  };
}

describe('law 5: an approval that the host reports', () => {
  test('lets the call run that was asked about, once', async () => {
    const hooks = askingHooks();
    await suspendCall(hooks);
    expect((await resumeCall(hooks, { approval: 'yes' })).kind).toBe('result');
    expect(await resumeCall(hooks, { approval: 'yes' })).toMatchObject({
      denial: { code: 'approval_unknown' },
    });
  });

  test('lets one call run where it is reported twice at once and was asked about twice', async () => {
    const hooks = askingHooks({ store: distantStore() });
    await suspendCall(hooks);
    await suspendCall(hooks);
    let ran = 0;
    const approved = { approval: 'yes', run: () => void ran++ } as const;
    await Promise.all([resumeCall(hooks, approved), resumeCall(hooks, approved)]);
    expect(ran).toBe(1);
  });

  test.each<[string, ToolCall | undefined, string]>([
    ['was never asked about', undefined, 'approval_unknown'],
    ['differs from what was asked about', sampleCall({ cents: 1_000_000 }), 'approval_mismatch'],
    [
      'has another id than what was asked about',
      sampleCall(undefined, 'other'),
      'approval_unknown',
    ],
  ])('is denied for a call that %s', async (_, call, code) => {
    const hooks = askingHooks();
    if (call !== undefined) await suspendCall(hooks);
    const forged = await resumeCall(hooks, {
      approval: 'yes',
      ...(call === undefined ? {} : { call }),
    });
    expect(forged).toMatchObject({ kind: 'denied', denial: { code } });
  });

  test('to an ask of another session says how the ask is found', async () => {
    const hooks = askingHooks();
    await suspendCall(hooks);
    const elsewhere = await openTestChat(hooks, { session: { id: 't' }, suspends: true });
    const outcome = await toolCycle(elsewhere, toolStep({ resumed: true, approval: 'yes' }));
    expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'approval_unknown' } });
    expect(outcome.kind === 'denied' && outcome.denial.reason).toMatch(/name the session.*store/);
  });

  test('is asked for again when the version of a policy changed while the ask waited', async () => {
    const store = memoryStore();
    await suspendCall(askingHooks({ store }, '1'));
    const newer = askingHooks({ store }, '2');
    expect((await resumeCall(newer, { approval: 'yes' })).kind).toBe('suspended');
    expect((await resumeCall(newer, { approval: 'yes' })).kind).toBe('result');
    expect((await resumeCall(newer, { approval: 'yes' })).kind).toBe('denied');
  });

  test('uses up the token of the same ask', async () => {
    const hooks = askingHooks();
    const token = await suspendCall(hooks);
    await resumeCall(hooks, { approval: 'yes' });
    await expect(hooks.resume(token, { approved: true })).rejects.toThrow('[token_unknown]');
  });

  test('as a no denies the call, whether or not a hook asks', async () => {
    for (const hooks of [askingHooks(), createHooks()]) {
      let ran = 0;
      const outcome = await resumeCall(hooks, { approval: 'no', run: () => void ran++ });
      expect(outcome).toMatchObject({ kind: 'denied', denial: { code: 'approval_refused' } });
      expect(outcome.kind === 'denied' && outcome.denial.reason).toMatch(/^A person refused this/);
      expect(ran).toBe(0);
    }
  });

  test('is nothing to a call nobody asks about', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => undefined);
    expect((await resumeCall(hooks, { approval: 'yes' })).kind).toBe('result');
  });

  test('counts only on a step that is resumed', async () => {
    const hooks = askingHooks();
    await suspendCall(hooks);
    const outcome = await toolCycle(await suspendingChat(hooks), toolStep({ approval: 'yes' }));
    expect(outcome.kind).toBe('suspended');
  });

  test('tells the hooks that the step was resumed', async () => {
    const hooks = askingHooks();
    const seen: boolean[] = [];
    hooks.addHook('preToolCall', ({ resumed: again }) => void seen.push(again));
    await suspendCall(hooks);
    await resumeCall(hooks, { approval: 'yes' });
    expect(seen).toEqual([false, true]);
  });

  test('cannot make up for a suspension in the approval phase of the same chat', async () => {
    const hooks = askingHooks();
    const chat = await suspendingChat(hooks);
    expect((await gateToolCall(chat, toolStep())).kind).toBe('suspended');
    expect((await toolCycle(chat, toolStep())).kind).toBe('suspended');
  });
});
