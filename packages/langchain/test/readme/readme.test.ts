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

function appOn(installed: string): ExampleApp {
  return (app = new ExampleApp(installed));
}

describe('the example in the README', () => {
  test('prints what the README says it prints', async () => {
    const example = appOn('.');
    example.write('app.mts', program);
    expect(await example.run('app.mts')).toBe(printed);
  });

  test('compiles, and would not with a wrong name in it', async () => {
    const example = appOn('.');
    example.write('right.mts', program);
    example.write('wrong.mts', program.replace("name: 'desk'", 'nam: 7'));
    const faults = await example.compile('right.mts', 'wrong.mts');
    expect(faults[0]).toMatch(/^wrong\.mts/);
    expect(faults.filter((fault) => !/^(wrong\.mts| )/.test(fault))).toEqual([]);
  });
});

test('the config in the README polices an app that knows nothing of it', async () => {
  const unhooked = program.replace('withHooks(createAgent, hooks)', 'createAgent');
  const example = appOn('.');
  example.write('app.mts', unhooked);
  example.write('interpose.config.mjs', readmeBlocks('js')[0]!);
  const [alone, policed] = await Promise.all([
    example.run('app.mts'),
    example.run('app.mts', '--import', '@interpose/langchain/register'),
  ]);
  expect(alone).toContain('paid A-7');
  expect(policed).toBe(printed.split('\n').slice(1).join('\n'));
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
});
