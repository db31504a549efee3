import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll } from 'vitest';

import { policyTests } from './vitest.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-cases-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'rules.yaml');
writeFileSync(
  file,
  `default: deny
rules: [{ on: preToolCall, tool: search, decision: allow }]
tests:
  - { name: search passes, tool: search, expect: allow }
  - { name: the rest does not, tool: wipe, expect: { code: no_rule } }
`,
);

await policyTests(pathToFileURL(file));
