import { join } from 'node:path';

import {
  ask,
  createHooks,
  definePolicy,
  memoryStore,
  type Approver,
  type Hooks,
  type StateStore,
  type ToolCall,
} from '@interpose/core';
import { openChat, toolCycle, type ToolOutcome, type ToolStep } from '@interpose/core/adapter';
import { afterEach, expect, test, vi } from 'vitest';

import { approvalsSvg, type Fate } from './approvals-svg.ts';

afterEach(() => vi.useRealTimers());

const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
const callOf = (euros: number): ToolCall => ({
  id: 'call-1',
  name: 'refund',
  args: { order: 'A-7', cents: euros * 100 },
});

/** An agent's process: its hooks over a store that other processes have too. */
class Process {
  readonly #hooks: Hooks;

  constructor(store: StateStore, version: string, approver?: Approver) {
    const policy = definePolicy({
      name: 'limits',
      version,
      hooks: { preToolCall: () => ask('pay it back?', { timeoutMs: 60_000 }) },
    });
    const shared = approver === undefined ? { store } : { store, approver };
    this.#hooks = createHooks({ policies: [policy], ...shared });
  }

  async step(call: ToolCall, step: Partial<ToolStep<string>> = {}): Promise<ToolOutcome<string>> {
    const chat = await openChat(this.#hooks, {
      host: { framework: 'docs', version: '1' },
      agent: { id: 'support' },
      session: { id: 'thread-7', user: { id: 'ada' } },
      suspends: true,
    });
    const outcome = await toolCycle(chat, { call, tool, run: () => 'paid', ...step });
    await chat.end({ kind: 'done', reason: 'completed' });
    return outcome;
  }
}

/** Asks about a refund of 42 euros, and comes back with a yes to a step that may be another one by then. */
async function fateOf(
  since: string,
  change: { euros?: number; version?: string; isUsed?: boolean; isLate?: boolean },
): Promise<Fate> {
  const store = memoryStore();
  const asking = new Process(store, '1');
  await asking.step(callOf(42));
  const yes = { resumed: true, approval: 'yes' } as const;
  if (change.isUsed === true) await asking.step(callOf(42), yes);
  if (change.isLate === true) vi.advanceTimersByTime(61_000);
  const call = callOf(change.euros ?? 42);
  const version = change.version ?? '1';
  const outcome = await new Process(store, version).step(call, yes);
  return { since, digest: await digestOf(call, version), outcome: told(outcome) };
}

/** What an approver is shown as the digest of this call. */
async function digestOf(call: ToolCall, version: string): Promise<string> {
  let digest = '';
  const approver: Approver = (request) => {
    ({ digest } = request);
    return { approved: false };
  };
  await new Process(memoryStore(), version, approver).step(call);
  return digest;
}

function told(outcome: ToolOutcome<string>): string {
  if (outcome.kind === 'result') return 'runs';
  if (outcome.kind === 'suspended') return 'asked again';
  return outcome.kind === 'denied' ? `denied: ${outcome.denial.code}` : outcome.kind;
}

test('the drawing of approvals is what became of real ones (update it with vitest -u)', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const fates = [
    await fateOf('Nothing changed', {}),
    await fateOf('The model now wants 420 euros', { euros: 420 }),
    await fateOf('The policy has version 2', { version: '2' }),
    await fateOf('The same yes, a second time', { isUsed: true }),
    await fateOf('The time for an answer is over', { isLate: true }),
  ];
  const [first, changed, newer, ...same] = fates.map(({ digest }) => digest);
  expect(new Set([first, changed, newer]).size).toBe(3);
  expect(new Set([first, ...same]).size).toBe(1);
  expect(fates.map(({ outcome }) => outcome)).toEqual([
    'runs',
    'denied: approval_mismatch',
    'asked again',
    'denied: approval_unknown',
    'denied: approval_unknown',
  ]);
  const asked = { since: 'A person said yes to', digest: first ?? '', outcome: 'refund, 42 euros' };
  const drawing = approvalsSvg('What a yes counts for', asked, fates);
  await expect(drawing).toMatchFileSnapshot(join(import.meta.dirname, 'approvals.svg'));
});
