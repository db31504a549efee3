import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The README shows the coverage of these; the gate `conformance-table` holds the figures. */
test('the root README shows the coverage of every adapter', () => {
  const rows = read('README.md').matchAll(/@interpose\/([\w-]+)`\].*\| +\d+ of \d+ *\|$/gm);
  expect([...rows].map(([, adapter]) => adapter)).toEqual([
    'ai-sdk',
    'langchain',
    'openai-agents',
    'openai',
    'mcp',
    'a2a',
  ]);
});

test('the root README leads only to files that are there', () => {
  const links = [...read('README.md').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)];
  expect(links.length).toBeGreaterThan(15);
  for (const [, target = ''] of links)
    expect(() => readFileSync(join(root, target))).not.toThrow(/ENOENT/);
});
