import { join } from 'node:path';

import { coverageTables } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

// @boundaries-ignore the suite of the READMEs is shared by tests only
import {
  describeReadme,
  exampleApp,
  ReadmeText,
} from '../../testing/test/readme/describe-readme.ts';
import { capabilities } from '../src/capabilities.ts';

const readme = new ReadmeText(join(import.meta.dirname, '..'));
const program = readme.blocks('ts').join('\n');

describeReadme({
  name: 'openai',
  readme,
  installed: { openai: 'openai' },
  spoil: (text) => text.replace("name: 'desk'", 'nam: 7'),
  capabilities,
  tables: coverageTables,
});

describe('the example in the README', () => {
  test.each(['openai-floor', 'openai'])(
    'prints on %s what the README says it prints',
    async (openai) => {
      const example = exampleApp('openai', { openai });
      example.write('app.mts', program);
      expect(await example.run('app.mts')).toBe(readme.blocks('text').join(''));
    },
  );
});

test('the config in the README polices an app that knows nothing of it', async () => {
  const [hooked] = readme.blocks('ts');
  const unhooked = hooked!.replace(/withHooks\((new .*), hooks\)/, '$1');
  const example = exampleApp('openai', { openai: 'openai' });
  example.write('app.mts', unhooked);
  example.write('interpose.config.mjs', readme.blocks('js')[0]!);
  expect(await example.run('app.mts')).toContain('paid {"order":"A-7"}');
  expect(await example.run('app.mts', '--import', '@interpose/openai/register')).toBe(
    readme.blocks('text')[0]!.split('\n').slice(1).join('\n'),
  );
});
