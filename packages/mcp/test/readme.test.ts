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
import { sdkVersions } from './sdk-versions.ts';

const readme = new ReadmeText(join(import.meta.dirname, '..'));
const program = readme.blocks('ts').join('\n');

describeReadme({
  name: 'mcp',
  readme,
  installed: { '@modelcontextprotocol/sdk': '@modelcontextprotocol/sdk' },
  spoil: (text) => text.replace("server: 'shop'", 'sever: 7'),
  capabilities,
  tables: coverageTables,
});

describe('the example in the README', () => {
  test.each(sdkVersions)('prints on MCP SDK $version what the README says', async ({ name }) => {
    const example = exampleApp('mcp', { '@modelcontextprotocol/sdk': name });
    example.write('app.mts', program);
    expect(await example.run('app.mts')).toBe(readme.blocks('text')[0]);
  });
});
