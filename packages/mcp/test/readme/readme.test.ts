import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { capabilities } from '../../src/capabilities.ts';
import { sdkVersions } from '../sdk-versions.ts';
import { coverageTable } from './coverage-table.ts';
import { ExampleApp } from './example-app.ts';

const path = join(import.meta.dirname, '../../README.md');
const text = readFileSync(path, 'utf8');
const [program = ''] = blocks('ts');
const [printed] = blocks('text');

let app: ExampleApp | undefined;

afterEach(() => {
  app?.remove();
  app = undefined;
});

function blocks(language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map((match) => match[1]!);
}

describe('the example in the README', () => {
  test.each(sdkVersions)('prints on MCP SDK $version what the README says', async ({ name }) => {
    app = new ExampleApp(name);
    expect(await app.run(program)).toBe(printed);
  });

  test('compiles, and would not with a wrong name in it', async () => {
    app = new ExampleApp('@modelcontextprotocol/sdk');
    expect(await app.compile(program)).toEqual([]);
    expect(await app.compile(program.replace("server: 'shop'", 'sever: 7'))).not.toEqual([]);
  }, 60_000);
});

test('the coverage in the README is that of the table of capabilities (update it with vitest -u)', async () => {
  const [before, , after] = text.split(/<!-- \/?coverage -->/);
  const table = `<!-- coverage -->\n\n${coverageTable(capabilities)}\n\n<!-- /coverage -->`;
  await expect(`${before}${table}${after}`).toMatchFileSnapshot(path);
});
