import { coverageTables } from '@interpose/testing';
import { afterEach, describe, expect, test } from 'vitest';

import { capabilities } from '../../src/capabilities.ts';
import { ExampleApp } from './example-app.ts';
import { readmeBlocks, readmePath, readmeWith } from './readme-text.ts';

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
  test.each(['openai-floor', 'openai'])(
    'prints on %s what the README says it prints',
    async (sdk) => {
      const example = appOn(sdk);
      example.write('app.mts', program);
      expect(await example.run('app.mts')).toBe(printed);
    },
  );

  test('compiles, and would not with a wrong name in it', async () => {
    const example = appOn('openai');
    example.write('right.mts', program);
    example.write('wrong.mts', program.replace("name: 'desk'", 'nam: 7'));
    const faults = await example.compile('right.mts', 'wrong.mts');
    expect(faults[0]).toMatch(/^wrong\.mts/);
    expect(faults.filter((fault) => !/^(wrong\.mts| )/.test(fault))).toEqual([]);
  });

  test('takes at most 25 lines', () => {
    expect(readmeBlocks('ts')[0]!.trim().split('\n').length).toBeLessThanOrEqual(25);
  });
});

test('the config in the README polices an app that knows nothing of it', async () => {
  const [hooked] = readmeBlocks('ts');
  const unhooked = hooked!.replace(/withHooks\((new .*), hooks\)/, '$1');
  const example = appOn('openai');
  example.write('app.mts', unhooked);
  example.write('interpose.config.mjs', readmeBlocks('js')[0]!);
  expect(await example.run('app.mts')).toContain('paid {"order":"A-7"}');
  expect(await example.run('app.mts', '--import', '@interpose/openai/register')).toBe(
    readmeBlocks('text')[0]!.split('\n').slice(1).join('\n'),
  );
});

describe('the coverage in the README', () => {
  test('is that of the table of capabilities (update it with vitest -u)', async () => {
    const current = readmeWith('coverage', coverageTables(capabilities));
    await expect(current).toMatchFileSnapshot(readmePath);
  });

  test('names every path, every event and every reason', () => {
    const tables = coverageTables(capabilities);
    for (const { path, event, note } of capabilities) {
      expect(tables).toContain(path);
      expect(tables).toContain(`\`${event}\``);
      expect(tables).toContain(note ?? '');
    }
  });

  test('changes with a status, a verb, a note and a path', () => {
    const [first, ...rest] = capabilities.filter(({ event }) => event === 'preToolCall');
    const changes = [
      { ...first!, status: 'observed' as const },
      { ...first!, verbs: ['allow'] as const },
      { ...first!, note: 'not on Sundays' },
      { ...first!, path: 'newPath' },
    ];
    const tables = changes.map((changed) => coverageTables([changed, ...rest]));
    expect(new Set([...tables, coverageTables([first!, ...rest])]).size).toBe(5);
  });
});
