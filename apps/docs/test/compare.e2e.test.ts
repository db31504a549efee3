import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { callTools, say } from '@interpose/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCommands } from './run-commands.ts';
import { runSnippet } from './run-snippet.ts';

const sources = join(import.meta.dirname, '../src');
/** Inside the app, so that policies find what it depends on. */
const folder = join(import.meta.dirname, '../.examples/compare');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['base.ts', 'next.ts'])
    copyFileSync(join(sources, 'compare', file), join(folder, file));
  copyFileSync(join(sources, 'compare/base.ts'), join(folder, 'interpose.config.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How long decisions take differs from run to run, and with it how wide its columns are. */
function withoutTimes(printed: string): string {
  return printed
    .replaceAll(/\n\s*ms per decision.*/g, '')
    .replace(/base +candidate/, 'base   candidate')
    .replace(/(asks +\d+) +(\d+)/, '$1      $2');
}

describe('a recorded agent', () => {
  beforeAll(async () => {
    const refund = (cents: number) => callTools({ name: 'refund', args: { order: 'A-7', cents } });
    const last = say('You have 57 euros back; more than that I may not pay.');
    const script = [refund(1500), refund(4200), refund(42_000), last];
    await runSnippet({ file: 'compare/record.ts', script, folder });
  });

  test('is compared under two versions as the page shows (update it with vitest -u)', async () => {
    const { printed, exitCode } = await runCommands('compare/diff.sh', folder);
    await expect(withoutTimes(printed)).toMatchFileSnapshot(join(sources, 'compare/diff.txt'));
    expect(exitCode).toBe(1);
  });

  test('may change where the page allows it (update it with vitest -u)', async () => {
    const { printed, exitCode } = await runCommands('compare/allow.sh', folder);
    await expect(withoutTimes(printed)).toMatchFileSnapshot(join(sources, 'compare/allow.txt'));
    expect(exitCode).toBe(0);
  });

  test('is compared with the configuration where no base is named', async () => {
    const { printed, exitCode } = await runCommands('rollout/diff.sh', folder);
    expect(printed).toMatch(/^interpose\.config\.ts → next\.ts/);
    expect(exitCode).toBe(1);
  });
});
