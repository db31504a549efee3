import { runWire, type WireProgram } from '@interpose/testing/fuzz';
import { expect, test } from 'vitest';

import { deskKinds } from './desk-kinds.ts';

const target = { name: 'a2a', version: '1.3.0', wires: deskKinds };

/** Programs that the fuzzer found, with what was wrong. */
const programs: Readonly<Record<string, WireProgram>> = {
  // The ledger took the verdict on an event of the stream that was left for that of the stream that was read again.
  'an event that one of two streams of a task may not have reaches the other': {
    kind: 'desk, hooked at the server',
    options: [],
    steps: [{ say: 'stream and read again', taken: 'works slowly' }, { say: 'send' }],
    policy: [
      { event: 'preA2aMessage', verdict: 'reject', at: 2 },
      { event: 'preA2aMessage', verdict: 'reject', at: 1, priority: 200 },
    ],
  },
};

test.for(Object.entries(programs))('%s', async ([, program]) => {
  // Only the first run of a process is too slow for the second stream to meet the task while it works.
  for (let run = 0; run < 4; run += 1) expect(await runWire(target, program)).toEqual([]);
});
