import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { engineError, engineVerdict } from './engine-verdict.ts';

describe('the verdict of an engine', () => {
  test.each<[unknown, object]>([
    [true, { decision: 'allow' }],
    [false, { decision: 'deny', code: 'opa_denied' }],
    [
      { decision: 'allow', code: 'known', reason: 'a friend' },
      { decision: 'allow', code: 'known' },
    ],
    [{ decision: 'deny' }, { decision: 'deny', code: 'opa_denied' }],
    [
      { decision: 'deny', reason: 'late', code: 'late', message: 'Sorry.', data: { hour: 23 } },
      { decision: 'deny', reason: 'late', code: 'late', message: 'Sorry.', data: { hour: 23 } },
    ],
    [
      { decision: 'ask', reason: '?', remember: 'chat', timeoutMs: 5, code: 'x' },
      { decision: 'ask', reason: '?', remember: 'chat', timeoutMs: 5 },
    ],
    [
      { decision: 'modify', value: 1 },
      { decision: 'modify', value: 1 },
    ],
    [
      { decision: 'respond', outcome: { result: 1 } },
      { decision: 'respond', outcome: { result: 1 } },
    ],
    [
      { decision: 'retry', delayMs: 5 },
      { decision: 'retry', delayMs: 5 },
    ],
  ])('of %j is %j', (answer, verdict) => {
    expect(engineVerdict('opa', answer)).toMatchObject(verdict);
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    [1],
    ['allow'],
    [[true]],
    [{}],
    [{ allow: true }],
    [{ decision: true }],
    [{ decision: 'permit' }],
    [{ decision: 'toString' }],
    [{ decision: 'Allow' }],
    [{ decision: 'allow', allow: false }],
    [{ decision: 'deny', reason: 7 }],
    [{ decision: 'deny', data: [] }],
    [{ decision: 'deny', resaon: 'typo' }],
    [{ decision: 'ask' }],
    [{ decision: 'ask', reason: '?', remember: 'always' }],
    [{ decision: 'ask', reason: '?', timeoutMs: -1 }],
    [{ decision: 'modify' }],
    [{ decision: 'respond' }],
  ])('of %j is a deny that says it is not known', (answer) => {
    expect(engineVerdict('cedar', answer)).toMatchObject({
      decision: 'deny',
      code: 'cedar_unknown',
    });
  });

  test('is never an allow but for true and the decision allow', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        const { decision } = engineVerdict('opa', answer);
        const said = (answer as { decision?: unknown } | null | undefined)?.decision;
        expect(decision !== 'allow' || answer === true || said === 'allow').toBe(true);
      }),
    );
  });

  test('that failed is a deny without the text of the failure in its reason', () => {
    expect(engineError('opa', 'disk')).toMatchObject({
      code: 'opa_error',
      data: { problem: 'disk' },
    });
    expect(engineError('opa', 'disk').reason).not.toContain('disk');
  });
});
