import { join } from 'node:path';
import { expect, test } from 'vitest';

import { opaModule } from './opa-module.ts';

const ofTheDocumentation = join(import.meta.dirname, '../../../apps/docs/test/policy.wasm.base64');

test('the module that the page of opa runs is made here (update it with vitest -u)', async () => {
  const wasm = await opaModule({
    entrypoints: ['agent/verdict'],
    cases: [
      { holds: '"cents":500', result: { decision: 'allow' } },
      { holds: '"cents":9900', result: { decision: 'ask', reason: 'large refund' } },
    ],
    otherwise: { decision: 'deny', reason: 'not allowed' },
  });
  expect(WebAssembly.validate(wasm)).toBe(true);
  await expect(`${Buffer.from(wasm).toString('base64')}\n`).toMatchFileSnapshot(ofTheDocumentation);
});
