import { afterAll, expect, test } from 'vitest';

import { temporaryApp } from '../../test/temporary-app.ts';

const app = temporaryApp();
afterAll(() => app[Symbol.dispose]());

test.for([
  ["throw new Error('one\\n  two')", 'cannot be loaded: one two. Repair the module.'],
  ['export default [{ name: "a", hooks: { preTolCall() {} } }]', 'Did you mean preToolCall?'],
])('a failure is one line with one sign at its end: %s', async ([text, told]) => {
  app.write('odd.mjs', text!);
  const { err } = await app.run('guardian', 'start', 'odd.mjs', '--port', '0');
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toContain(`${told}\n`);
  const { out } = await app.run('check', '--config', 'odd.mjs', '--json');
  const { findings } = JSON.parse(out) as { findings: { text: string }[] };
  expect(findings[0]?.text).not.toContain('\n');
});
