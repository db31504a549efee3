import { assert, expect, test, vi } from 'vitest';

import {
  fuzz,
  mendedBreaches,
  runWire,
  unaskedEvents,
  type Breach,
  type WireApp,
} from '../../src/fuzz/index.ts';
import { fakeWire, soundSeam, type Seam } from './fake-wire.ts';

vi.setConfig({ testTimeout: 60_000 });

test('a sound seam keeps every promise, whatever is said', async () => {
  const { failures, runs, reached } = await fuzz(fakeWire(), { seed: 1, runs: 500 });
  expect(failures).toEqual([]);
  expect(runs).toBe(500);
  expect(reached).toEqual(['fakeWire', 'question', 'question from afar']);
  for (const kind of fakeWire().wires) expect(await unaskedEvents(fakeWire(), kind)).toEqual([]);
});

interface Fault {
  readonly fault: string;
  readonly invariant: Breach['invariant'];
  readonly seam: Partial<Seam>;
}

const faults: readonly Fault[] = [
  {
    fault: 'sends without asking',
    invariant: 'unasked message',
    seam: {
      pass: async (chat, event, message) =>
        event === 'preMcpMessage' ? message : soundSeam.pass(chat, event, message),
    },
  },
  {
    fault: 'hands on what was denied',
    invariant: 'denied message',
    seam: {
      pass: async (chat, event, message) => (await soundSeam.pass(chat, event, message)) ?? message,
    },
  },
  {
    fault: 'hands on the original whatever the hooks changed',
    invariant: 'denied message',
    seam: {
      pass: async (chat, event, message) =>
        (await soundSeam.pass(chat, event, message)) === undefined ? undefined : message,
    },
  },
  {
    fault: 'keeps what it held back where the app finds it',
    invariant: 'withheld',
    seam: { keep: (held, before) => void held.push(before) },
  },
  {
    fault: 'ends a chat twice',
    invariant: 'endings',
    seam: {
      end: async (chat) => {
        await chat.dispatch('onChatDone', { reason: 'completed', durationMs: 0 });
        await soundSeam.end(chat);
      },
    },
  },
  { fault: 'never ends a chat', invariant: 'endings', seam: { end: async () => undefined } },
  {
    fault: 'waits for what was denied',
    invariant: 'hangs',
    seam: {
      pass: async (chat, event, message) =>
        (await soundSeam.pass(chat, event, message)) ?? new Promise(() => undefined),
    },
  },
  {
    fault: 'adds to every message',
    invariant: 'transparent',
    seam: {
      pass: async (chat, event, message) => {
        const passed = await soundSeam.pass(chat, event, message);
        return passed === undefined ? undefined : { ...passed, seen: true };
      },
    },
  },
  {
    fault: 'leaves a failure to nobody',
    invariant: 'unhandled',
    seam: {
      pass: async (chat, event, message) => {
        const passed = await soundSeam.pass(chat, event, message);
        if (passed === undefined) void Promise.reject(new Error('nobody catches this'));
        return passed;
      },
    },
  },
];

test.for(faults)('a seam that $fault is found', async ({ invariant, seam }) => {
  const target = fakeWire({ ...soundSeam, ...seam });
  const { failures } = await fuzz(target, { seed: 1, runs: 60, patienceMs: 40 });
  const found = failures.find((failure) => failure.invariant === invariant);
  assert(found !== undefined, `only ${failures.map((each) => each.invariant).join(', ')} found`);
  const again = await runWire(target, found.program, { patienceMs: 40 });
  expect(again).toContainEqual({ invariant, found: found.found });
  expect(await runWire(fakeWire(), found.program)).toEqual([]);
  const known = [{ ...found, why: 'it is planted' }];
  expect(await mendedBreaches(fakeWire(), known)).toEqual(known);
});

test('a difference that is accepted in what arrives is no breach, and any other is', async () => {
  const { seam } = faults.find(({ fault }) => fault === 'adds to every message')!;
  const target = fakeWire({ ...soundSeam, ...seam });
  const steps = [{ say: 'question' }, { say: 'question from afar' }];
  const program = { kind: 'ends', options: [], steps, policy: 'silent' } as const;
  const accepting = async (text: string): Promise<readonly string[]> => {
    const holds = (_program: unknown, value: unknown = ''): boolean =>
      JSON.stringify(value).includes(text);
    const accepted = [{ why: 'the test wants it', program: holds }];
    const breaches = await runWire({ ...target, accepted }, program);
    return breaches.map(({ invariant }) => invariant);
  };
  expect(await accepting('"ask"')).toEqual([]);
  expect(await accepting('SAID')).toEqual(['transparent']);
});

test('what arrives after the end of a run is not compared', async () => {
  const target = fakeWire();
  const wires = target.wires.map((kind) => ({
    ...kind,
    open: async (app: WireApp) => {
      const close = async (): Promise<void> => void setImmediate(() => app.arrived('near', 'late'));
      return { ...(await kind.open(app)), close };
    },
  }));
  const steps = [{ say: 'question', taken: 'slow' }];
  const program = { kind: 'ends', options: [], steps, policy: 'silent' } as const;
  expect(await runWire({ ...target, wires }, program)).toEqual([]);
});
