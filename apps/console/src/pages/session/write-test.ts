import type { WholeDecision } from '@interpose/guardian-api';

/** A test that asks the same again, to be pasted beside the policies: it fails when they say something else. */
export function writeTest({
  event,
  decision,
  payload,
  tool,
  reason,
  codes,
}: WholeDecision): string {
  const name = `${decision === 'allow' ? 'allow' : decision} ${tool ?? event}`;
  const expected = { decision, ...(codes.length > 0 ? { codes } : {}) };
  return `import { createHooks, type DecisionRecord } from '@interpose/core';
import { expect, test } from 'vitest';

import policies from './policies.ts';

test(${quote(`policies ${name}${reason === undefined ? '' : `: ${reason}`}`)}, async () => {
  const hooks = createHooks({ policies: [policies].flat() });
  const records: DecisionRecord[] = [];
  hooks.observe('onDecision', ({ record }) => void records.push(record));
  await hooks.dispatch(${quote(event)}, ${indented(payload)});
  expect(records).toMatchObject([${indented(expected)}]);
});
`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`;
}

function indented(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'undefined').replaceAll('\n', '\n  ');
}
