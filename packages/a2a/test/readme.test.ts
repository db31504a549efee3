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
  name: 'a2a',
  readme,
  installed: { '@a2a-js/sdk': '@a2a-js/sdk' },
  spoil: (text) => text.replace("name: 'known'", 'nam: 7'),
  capabilities,
  tables: coverageTables,
});

describe('the examples in the README', () => {
  test.each(['a2a-sdk-floor', '@a2a-js/sdk'])('print on %s what the README says', async (sdk) => {
    const example = exampleApp('a2a', { '@a2a-js/sdk': sdk });
    example.write('app.mts', program);
    expect(await example.run('app.mts')).toBe(readme.blocks('text').join(''));
  });
});
