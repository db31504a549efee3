import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createHooks, type AnyVerdict } from '@interpose/core';

import { rules, type Rule } from './index.ts';

const names = fc.constantFrom('a', 'b', 'c');
const rule: fc.Arbitrary<Rule> = fc
  .record({
    tool: fc.option(names, { nil: undefined }),
    decision: fc.constantFrom('allow', 'deny'),
  })
  .map(({ tool, decision }) => ({
    on: 'preToolCall',
    decision,
    ...(tool === undefined ? {} : { tool }),
    ...(decision === 'deny' ? { reason: 'no' } : {}),
  }));

test('the first rule that is about a step decides, and the default where there is none', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 6 }),
      names,
      fc.constantFrom('allow', 'deny'),
      (all, name, otherwise) => {
        const hooks = createHooks({ policies: [rules({ default: otherwise, rules: all })] });
        const verdict = hooks.dispatch('preToolCall', {
          call: { id: 'c', name, args: {} },
          tool: { name, origin: 'local', known: true, enabled: true },
        }) as AnyVerdict;
        const first = all.find(({ tool }) => tool === undefined || tool === name);
        expect(verdict.decision).toBe(first?.decision ?? otherwise);
      },
    ),
  );
});
