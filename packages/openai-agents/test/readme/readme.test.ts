import { coverageTables } from '@interpose/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { capabilities } from '../../src/capabilities.ts';
import { ExampleApp } from './example-app.ts';
import { readmeBlocks, readmePath, readmeWith } from './readme-text.ts';

// Other processes load the SDK here, on machines that do other things as well.
vi.setConfig({ testTimeout: 60_000 });

const program = readmeBlocks('ts').join('\n');
const printed = readmeBlocks('text').join('');

let app: ExampleApp | undefined;

afterEach(() => {
  app?.remove();
  app = undefined;
});

function appOn(sdk: string): ExampleApp {
  return (app = new ExampleApp(sdk));
}

describe('the example in the README', () => {
  test('prints what the README says it prints', async () => {
    const example = appOn('@openai/agents-core');
    example.write('app.mts', program);
    expect(await example.run('app.mts')).toBe(printed);
  });

  test('compiles, and would not with a wrong name in it', async () => {
    const example = appOn('@openai/agents-core');
    example.write('right.mts', program);
    example.write('wrong.mts', program.replace("name: 'desk'", 'nam: 7'));
    const faults = await example.compile('right.mts', 'wrong.mts');
    expect(faults[0]).toMatch(/^wrong\.mts/);
    expect(faults.filter((fault) => !/^(wrong\.mts| )/.test(fault))).toEqual([]);
  });
});

describe('the config in the README', () => {
  test.each(['app.mts', 'app.cts'])(
    'polices an app that knows nothing of it, as %s',
    async (file) => {
      const [hooked] = readmeBlocks('ts');
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
      const example = appOn('@openai/agents-core');
      example.write(file, source);
      example.write('interpose.config.mjs', readmeBlocks('js')[0]!);
      expect(await example.run(file)).toContain('paid A-7');
      expect(await example.run(file, '--import', '@interpose/openai-agents/register')).toBe(
        readmeBlocks('text')[0]!.split('\n').slice(1).join('\n'),
      );
    },
  );
});

describe('the coverage in the README', () => {
  test('is that of the table of capabilities (update it with vitest -u)', async () => {
    const current = readmeWith('coverage', coverageTables(capabilities));
    await expect(current).toMatchFileSnapshot(readmePath);
  });
});
