import { join } from 'node:path';

import { coverageTables } from '@interpose/testing';
import { describe, expect, test } from 'vitest';

// @boundaries-ignore the suite of the READMEs is shared by tests only
import {
  describeReadme,
  exampleApp,
  type Installed,
  ReadmeText,
} from '../../testing/test/readme/describe-readme.ts';
import { capabilities } from '../src/capabilities.ts';

const readme = new ReadmeText(join(import.meta.dirname, '..'));
const program = readme.blocks('ts').join('\n');
const printed = readme.blocks('text').join('');

/** `sdk` is the name this package knows the version by. */
function installed(sdk: string): Installed {
  const provider = sdk.startsWith('ai-6') ? 'openai-6' : '@ai-sdk/openai';
  return { ai: sdk, '@ai-sdk/openai': provider, zod: 'zod' };
}

describeReadme({
  name: 'ai-sdk',
  readme,
  installed: installed('ai'),
  spoil: (text) => text.replace("name: 'desk'", 'nam: 7'),
  capabilities,
  tables: coverageTables,
});

describe('the example in the README', () => {
  test.each(['ai-7-floor', 'ai'])('prints on %s what the README says it prints', async (sdk) => {
    const example = exampleApp('ai-sdk', installed(sdk));
    example.write('app.mts', program);
    expect(await example.run('app.mts')).toBe(printed);
  });

  test.each(['ai-6-floor', 'ai-6-latest'])(
    'prints the same on %s with the one change that its comment names',
    async (sdk) => {
      const change = /asked\.responseMessages.*\/\/ v6: (\S+)$/m.exec(program)?.[1];
      expect(change).toBe('asked.response.messages');
      const example = exampleApp('ai-sdk', installed(sdk));
      example.write('app.mts', program.replace('asked.responseMessages', change!));
      expect(await example.run('app.mts')).toBe(printed);
    },
  );

  test('takes at most 25 lines', () => {
    expect(readme.blocks('ts')[0]!.trim().split('\n').length).toBeLessThanOrEqual(25);
  });
});

test('the config in the README polices an app that knows nothing of it', async () => {
  const [hooked] = readme.blocks('ts');
  const unhooked = hooked!.replace(/withHooks\((new .*), hooks\)/, '$1');
  const example = exampleApp('ai-sdk', installed('ai'));
  example.write('app.mts', unhooked);
  example.write('interpose.config.mjs', readme.blocks('js')[0]!);
  expect(await example.run('app.mts')).toContain('paid A-7');
  expect(await example.run('app.mts', '--import', '@interpose/ai-sdk/register')).toBe(
    readme.blocks('text')[0]!.split('\n').slice(1).join('\n'),
  );
});
