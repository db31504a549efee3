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
const printed = readme.blocks('text').join('');
const installed = {
  '@openai/agents-core': '@openai/agents-core',
  '@openai/agents': '@openai/agents',
  zod: 'zod',
};

describeReadme({
  name: 'openai-agents',
  readme,
  installed: installed,
  spoil: (text) => text.replace("name: 'desk'", 'nam: 7'),
  capabilities,
  tables: coverageTables,
});

test('the example in the README prints what the README says it prints', async () => {
  const example = exampleApp('openai-agents', installed);
  example.write('app.mts', program);
  expect(await example.run('app.mts')).toBe(printed);
});

describe('the config in the README', () => {
  test.each(['app.mts', 'app.cts'])(
    'polices an app that knows nothing of it, as %s',
    async (file) => {
      const [hooked] = readme.blocks('ts');
      const unhooked = hooked!.replace(/withHooks\((new .*), hooks\)/, '$1');
      const source = file.endsWith('.cts')
        ? unhooked
            .replaceAll(/import \{([^}]*)\} from ('.*?');/g, 'const {$1} = require($2);')
            .replaceAll(/import type .*\n/g, '')
            .replace(
              /^console\.log\(\(await (.*)\)\.finalOutput\);$/m,
              '$1.then((r: any) => console.log(r.finalOutput));',
            )
        : unhooked;
      const example = exampleApp('openai-agents', installed);
      example.write(file, source);
      example.write('interpose.config.mjs', readme.blocks('js')[0]!);
      expect(await example.run(file)).toContain('paid A-7');
      expect(await example.run(file, '--import', '@interpose/openai-agents/register')).toBe(
        readme.blocks('text')[0]!.split('\n').slice(1).join('\n'),
      );
    },
  );
});
