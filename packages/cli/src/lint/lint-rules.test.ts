import { expect, test } from 'vitest';

import { lintRules } from './lint-rules.ts';

function found(first: string, second: string): readonly string[] {
  const rule = (tool: string, decision: string): string =>
    `  - { on: preToolCall, ${tool === '' ? '' : `tool: '${tool}', `}decision: ${decision} }\n`;
  const text = `default: deny\nrules:\n${rule(first, 'deny')}${rule(second, 'allow')}`;
  return lintRules(text, 'rules.yaml').map((finding) => finding.rule);
}

test.each([
  ['*', 'read_*'],
  ['*', ''],
  ['', '*'],
  ['send_*', 'send_mail_*'],
  ['send_*|read_?', 'read_?|send_a'],
  ['?*', 'a*'],
])('after a rule for %j, one for %j never decides', (first, second) => {
  expect(found(first, second)).toEqual(['dead-rule']);
});

test.each([
  ['send_*', ''],
  ['send_*', '*'],
  ['send_mail_*', 'send_*'],
  ['send_?', 'send_*'],
  ['?*', '*'],
  ['send_*|read_?', 'read_*|send_a'],
])('after a rule for %j, one for %j may decide', (first, second) => {
  expect(found(first, second)).toEqual([]);
});
