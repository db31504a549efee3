import { describe, expect, test } from 'vitest';

import { denialText, toolCycle } from '../../src/adapter.ts';
import { ask, createHooks, type Hooks } from '../../src/index.ts';
import { gateCall } from '../gate-call.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall, TOOL } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

/** Runs these hooks with an approver who says yes, and returns the digests it was shown. */
async function digestsOf(run: (hooks: Hooks) => Promise<unknown>): Promise<string[]> {
  const digests: string[] = [];
  const hooks = createHooks({
    approver({ digest }) {
      digests.push(digest);
      return { approved: true };
    },
  });
  await run(hooks);
  return digests;
}

function asksAbout(event: 'preToolCall' | 'preMemoryStore', version = '1', name = 'hook') {
  return { name: 'p', version, hooks: { [event]: { run: () => ask('?'), name } } };
}

function callWith(call = sampleCall(), version?: string, name?: string) {
  return async (hooks: Hooks): Promise<void> => {
    hooks.use(asksAbout('preToolCall', version, name));
    await gateCall(hooks, call);
  };
}

describe('law 5: the digest an approval is bound to', () => {
  test('is the same for the same step, under any call id', async () => {
    const first = await digestsOf(callWith());
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await digestsOf(callWith(sampleCall(undefined, 'another id')))).toEqual(first);
  });

  test.each([
    ['the arguments', callWith(sampleCall({ cents: 101 }))],
    ['the tool', callWith({ ...sampleCall(), name: 'charge' })],
    ['the version of the policy', callWith(sampleCall(), '2')],
    ['the hook that asks', callWith(sampleCall(), '1', 'other')],
    [
      'the event',
      async (hooks: Hooks) => {
        hooks.use(asksAbout('preMemoryStore'));
        await hooks.dispatch('preMemoryStore', { memory: [] });
      },
    ],
  ])('is another when %s differs', async (_, run) => {
    const [usual] = await digestsOf(callWith());
    const [other] = await digestsOf(run);
    expect(other).toMatch(/^[0-9a-f]{64}$/);
    expect(other).not.toBe(usual);
  });

  test('tells one asking hook from two of the same name', async () => {
    const [one, two] = await digestsOf(async (hooks) => {
      hooks.addHook('preToolCall', () => ask('?'));
      await gateCall(hooks);
      hooks.addHook('preToolCall', () => ask('?'));
      await gateCall(hooks);
    });
    expect(two).not.toBe(one);
  });

  test.each([
    ['the same for an error that says the same', new Error('down'), true],
    ['another for an error that says something else', new Error('up'), false],
  ])('is %s, although an error is no plain data', async (_, thrown, same) => {
    const ofError = (error: Error) => async (hooks: Hooks) => {
      hooks.addHook('onToolCallError', () => ask('hide it?'));
      const fail = (): never => {
        throw error;
      };
      await hooks.step('preToolCall', { call: sampleCall(), tool: TOOL }, fail);
    };
    const [first] = await digestsOf(ofError(new Error('down')));
    const [second] = await digestsOf(ofError(thrown));
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second === first).toBe(same);
  });

  test('does not depend on the order of keys', async () => {
    const [first] = await digestsOf(callWith(sampleCall({ a: 1, b: { c: 2, d: 3 } })));
    const [second] = await digestsOf(callWith(sampleCall({ b: { d: 3, c: 2 }, a: 1 })));
    expect(second).toBe(first);
  });

  test('cannot be made of what is no plain data, and then the ask is denied', async () => {
    let verdict: unknown;
    const digests = await digestsOf(async (hooks) => {
      hooks.addHook('preToolCall', () => ask('sure?'));
      verdict = await gateCall(hooks, sampleCall({ made: new Date() }));
    });
    expect(verdict).toMatchObject({ decision: 'deny', code: 'digest_unavailable' });
    expect(digests).toEqual([]);
  });
});

describe('law 5: without an approver', () => {
  test('an ask is denied where the host cannot suspend', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ask('sure?'));
    expect(await gateCall(hooks)).toMatchObject({
      code: 'approver_unavailable',
      reason: 'This needs the approval of a person, and there is nobody to ask: sure?',
    });
  });

  test('the model is told that nobody can be asked, and not the question alone', async () => {
    const hooks = createHooks({ policies: [asksAbout('preToolCall')] });
    const ended = await toolCycle(await openTestChat(hooks), toolStep());
    expect(ended.kind === 'denied' ? denialText(ended.denial) : ended.kind).toBe(
      'Blocked by p: This needs the approval of a person, and there is nobody to ask: ?',
    );
  });
});
