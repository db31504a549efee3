import { createHooks, deny, type Hooks, type Policy } from '@interpose/core';

import { cedar } from '../src/cedar/index.ts';
import { every, some } from '../src/combine/index.ts';
import { opa } from '../src/opa/index.ts';
import { rules } from '../src/rules/index.ts';
import { opaModule } from './opa-module.ts';

const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
const user = { id: 'ada', organisation: 'acme' };

/** Microseconds of one decision about one tool call, in the best of 200 batches: other work only adds to them. */
async function measure(policies: readonly Policy[], differ: boolean): Promise<number> {
  const hooks: Hooks = createHooks({ policies, strict: false });
  let count = 0;
  const decide = (): unknown =>
    hooks.dispatch('preToolCall', {
      call: { id: 'c', name: 'refund', args: { cents: differ ? count++ : 500, to: 'a@acme.com' } },
      tool,
    });
  const batch = 40;
  return hooks.inSession({ id: 's', user }, async () => {
    const took: number[] = [];
    for (let round = 0; round < 220; round++) {
      const startedAt = performance.now();
      for (let index = 0; index < batch; index++) await decide();
      took.push(((performance.now() - startedAt) / batch) * 1000);
    }
    return Math.min(...took.slice(20));
  });
}

function twentyRules(): Policy {
  const others = Array.from({ length: 19 }, (_, index) => ({
    on: 'preToolCall',
    tool: `tool_${index}|other_${index}_*`,
    decision: 'deny' as const,
    reason: 'no',
  }));
  return rules({
    default: 'deny',
    rules: [
      ...others,
      {
        on: 'preToolCall',
        tool: 'refund',
        user: { organisation: 'acme' },
        args: { cents: { atMost: 1_000_000_000 }, to: { matches: '@acme\\.com$' } },
        decision: 'allow',
      },
    ],
  });
}

function cedarPolicies(count: number): Policy {
  const others = Array.from(
    { length: count - 1 },
    (_, index) => `forbid(principal, action, resource == Tool::"tool_${index}");`,
  );
  const last = `permit(principal in Organisation::"acme", action, resource == Tool::"refund")
    when { context.args.cents <= 1000000000 };`;
  return cedar({ policies: [...others, last] });
}

/** Prints a table of what one decision takes: `node --conditions=@interpose/source packages/policies/test/measure-engines.ts`. */
async function main(): Promise<void> {
  const nothing: Policy = { name: 'nothing', hooks: { preToolCall: () => undefined } };
  const no: Policy = { name: 'no', hooks: { preToolCall: () => deny('no') } };
  const wasm = await opaModule({ cases: [{ holds: '"name":"refund"', result: true }] });
  const rows: (readonly [string, readonly Policy[], boolean])[] = [
    ['a hook that says nothing', [nothing], true],
    ['listed: two hooks that say nothing', [nothing, nothing], true],
    ['every of these two', [every(nothing, nothing)], true],
    ['some of these two', [some(nothing, nothing)], true],
    ['some of one that denies and one that does not', [some(no, nothing)], true],
    ['rules: 20, the last decides', [twentyRules()], true],
    ['cedar: 1 policy, every call new', [cedarPolicies(1)], true],
    ['cedar: 20 policies, every call new', [cedarPolicies(20)], true],
    ['cedar: 20 policies, the same call', [cedarPolicies(20)], false],
    ['opa: the way into a module and out, every call new', [await opa({ wasm })], true],
    ['opa: the same call', [await opa({ wasm })], false],
  ];
  for (const [name, policies, differ] of rows) {
    const microseconds = await measure(policies, differ);
    process.stdout.write(`${name}: ${microseconds.toFixed(1)} µs\n`);
  }
}

await main();
