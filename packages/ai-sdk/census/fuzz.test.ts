import { randomApps } from '@interpose/testing/conformance';
import { runProgram } from '@interpose/testing/fuzz';
import { describe, expect, test } from 'vitest';

import { knownBreaches } from './fuzz/known-breaches.ts';
import { targets } from './fuzz/targets.ts';

randomApps(targets, knownBreaches);

test.each(targets)(
  'a stream of which nobody has read anything is told apart from the next, on ai $version',
  async (target) => {
    const program = {
      kind: 'agent',
      mode: 'streamed',
      wraps: [],
      options: [],
      tools: [{ kind: 'sync' }],
      turns: [],
      policy: [{ event: 'onResponseDelta', verdict: 'deny', at: 0 }],
      chats: 2,
      stop: { by: 'break', after: 0 },
    } as const;
    expect(await runProgram(target, program)).toEqual([]);
  },
);

const KINDS = ['sync', 'async', 'throws', 'rejects'] as const;
const pairs = KINDS.flatMap((first) => KINDS.map((second) => [first, second] as const));

describe.each(targets)('under silent hooks on ai $version', (target) => {
  test.each(pairs)('a %s tool and a %s one end in the order of the SDK', async (first, second) => {
    for (const mode of ['plain', 'streamed'] as const)
      for (const calls of [
        [0, 1],
        [1, 0],
      ]) {
        const program = {
          kind: 'agent',
          mode,
          wraps: [],
          options: ['callbacks'],
          tools: [{ kind: first }, { kind: second }],
          turns: [{ kind: 'answer', calls }],
          policy: 'silent',
          chats: 1,
        } as const;
        expect(await runProgram(target, program)).toEqual([]);
      }
  });
});
