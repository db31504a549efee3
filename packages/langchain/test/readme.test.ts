import { join } from 'node:path';

import { coverageTables } from '@interpose/testing';
import { expect, test } from 'vitest';

// @boundaries-ignore the suite of the READMEs is shared by tests only
import {
  describeReadme,
  exampleApp,
  ReadmeText,
} from '../../testing/test/readme/describe-readme.ts';
import { capabilities } from '../src/capabilities.ts';

const readme = new ReadmeText(join(import.meta.dirname, '..'));
const program = readme.blocks('ts').join('\n');
const printed = readme.blocks('text').join('');
const installed = { langchain: 'langchain', '@langchain': '@langchain', zod: 'zod' };

describeReadme({
  name: 'langchain',
  readme,
  installed: installed,
  spoil: (text) => text.replace("name: 'desk'", 'nam: 7'),
  capabilities,
  tables: coverageTables,
});

test('the example in the README prints what the README says it prints', async () => {
  const example = exampleApp('langchain', installed);
  example.write('app.mts', program);
  expect(await example.run('app.mts')).toBe(printed);
});

test('the config in the README polices an app that knows nothing of it', async () => {
  const unhooked = program.replace('withHooks(createAgent, hooks)', 'createAgent');
  const example = exampleApp('langchain', installed);
  example.write('app.mts', unhooked);
  example.write('interpose.config.mjs', readme.blocks('js')[0]!);
  const [alone, policed] = await Promise.all([
    example.run('app.mts'),
    example.run('app.mts', '--import', '@interpose/langchain/register'),
  ]);
  expect(alone).toContain('paid A-7');
  expect(policed).toBe(printed.split('\n').slice(1).join('\n'));
});
