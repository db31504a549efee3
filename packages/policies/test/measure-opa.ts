import { createHooks, type Hooks } from '@interpose/core';

import { opa } from '../src/opa/index.ts';
import { opaModule } from './opa-module.ts';

const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
const BATCH = 40;
const ROUNDS = 220;
const WARM_UP = 20;

/** Microseconds of one decision about one tool call, in the best of 200 batches: other work only adds to them. */
async function measure(hooks: Hooks, cents: () => number): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    for (let index = 0; index < BATCH; index++)
      await hooks.dispatch('preToolCall', {
        call: { id: 'c', name: 'refund', args: { cents: cents(), to: 'a@acme.com' } },
        tool,
      });
    took.push(((performance.now() - startedAt) / BATCH) * 1000);
  }
  return Math.min(...took.slice(WARM_UP));
}

/**
 * Prints what the way into an OPA module and out takes: `node --conditions=@interpose/source
 * packages/policies/test/measure-opa.ts`. The module is written by hand, so it stands beside its tests and not among
 * the cases of `pnpm bench:policies`.
 */
async function main(): Promise<void> {
  const wasm = await opaModule({ cases: [{ holds: '"name":"refund"', result: true }] });
  const hooks = createHooks({ policies: [await opa({ wasm })], strict: false });
  let count = 0;
  await hooks.inSession({ id: 's', user: { id: 'ada', organisation: 'acme' } }, async () => {
    const [every, same] = [await measure(hooks, () => count++), await measure(hooks, () => 500)];
    process.stdout.write(
      `every call new: ${every.toFixed(1)} µs\nthe same call: ${same.toFixed(1)} µs\n`,
    );
  });
}

await main();
