import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The newest version of each adapter: what passes, and what its SDK does not have, plain and streamed together. */
function heldOfConformance(): ReadonlyMap<string, string> {
  const rows = read('docs/conformance.md').matchAll(
    /^\| ([\w-]+) \| [\w.-]+ \| [^|]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm,
  );
  const newest = new Map<string, string>();
  for (const [, adapter = '', ...counts] of rows) {
    const [plain = 0, plainOut = 0, streamed = 0, streamedOut = 0] = counts.map(Number);
    newest.set(adapter, told(plain + streamed, plainOut + streamedOut));
  }
  return newest;
}

function told(passed: number, missing: number): string {
  return `${passed} of ${passed + missing}`;
}

test('the coverage in the root README is that of the conformance table', () => {
  const held = heldOfConformance();
  const rows = read('README.md').matchAll(/@interpose\/([\w-]+)`\].*\| +(\d+ of \d+) *\|$/gm);
  const shown = [...rows].map(([, adapter = '', count = '']) => [adapter, count] as const);
  expect(shown.map(([adapter]) => adapter)).toEqual([
    'ai-sdk',
    'langchain',
    'openai-agents',
    'openai',
    'mcp',
    'a2a',
  ]);
  for (const [adapter, count] of shown)
    expect([adapter, count]).toEqual([adapter, held.get(adapter)]);
});

test('the root README leads only to files that are there', () => {
  const links = [...read('README.md').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)];
  expect(links.length).toBeGreaterThan(15);
  for (const [, target = ''] of links)
    expect(() => readFileSync(join(root, target))).not.toThrow(/ENOENT/);
});
