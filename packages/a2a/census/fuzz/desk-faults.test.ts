import { fuzz, type Breach } from '@interpose/testing/fuzz';
import { assert, test, vi } from 'vitest';

import { deskKindsBehind, type Seam } from './desk-kinds.ts';

vi.setConfig({ testTimeout: 120_000 });
// The SDK prints what it refuses.
for (const level of ['log', 'error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();

type Ask = (...given: readonly unknown[]) => Promise<unknown>;
type Asking = Readonly<Record<string, Ask>>;

/** What asks in another way than the hooked client before which it stands; what has no such method is left alone. */
const asking =
  (ask: (hooked: Ask, native: Ask) => Ask): Seam =>
  (hooked, native) =>
    new Proxy(hooked, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        const own = (value as Ask).bind(target);
        if (key !== 'sendMessage') return own;
        // It is there, since the hooked one has it.
        return ask(own, (native as unknown as Asking)['sendMessage']!.bind(native));
      },
    });

interface Fault {
  readonly fault: string;
  readonly invariant: Breach['invariant'];
  readonly seam: Seam;
}

const faults: readonly Fault[] = [
  {
    fault: 'sends past the hooks',
    invariant: 'unasked message',
    seam: asking((_hooked, native) => native),
  },
  {
    fault: 'sends what was denied after all',
    invariant: 'denied message',
    seam: asking((hooked, native) => async (...given) => {
      const answer = await hooked(...given).catch((error: unknown) => error);
      await native(...given).catch(() => undefined);
      return answer;
    }),
  },
  {
    fault: 'adds to each answer',
    invariant: 'transparent',
    seam: asking((hooked) => async (...given) => ({
      ...((await hooked(...given)) as object),
      added: true,
    })),
  },
];

test.for(faults)('a seam over HTTP that $fault is found', async ({ invariant, seam }) => {
  const target = { name: 'a2a', version: '1.3.0', wires: deskKindsBehind(seam) };
  // The first thirty hold one program that shows the last fault, and only where its parts meet in time.
  const { failures } = await fuzz(target, { seed: 3, runs: 90 });
  const found = failures.map((failure) => failure.invariant);
  assert(found.includes(invariant), `only ${found.join(', ')} found`);
});
