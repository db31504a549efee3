import type { CapabilityRow } from '@interpose/core/adapter';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { ExampleApp, type Installed } from './example-app.ts';
import type { ReadmeText } from './readme-text.ts';

export { ReadmeText } from './readme-text.ts';
export type { Installed } from './example-app.ts';

/** The README of one adapter, and what its examples need. */
export interface ReadmeSubject {
  readonly name: string;
  readonly readme: ReadmeText;
  /** What the SDK of today is installed as. */
  readonly installed: Installed;
  /** Puts a wrong name into the examples. */
  readonly spoil: (program: string) => string;
  readonly capabilities: readonly CapabilityRow[];
  readonly tables: (rows: readonly CapabilityRow[]) => string;
}

/** What the README of every adapter owes: examples that compile, and the table of what is covered. */
export function describeReadme(subject: ReadmeSubject): void {
  // Other processes load the SDK here, on machines that do other things as well.
  vi.setConfig({ testTimeout: 60_000 });

  afterEach(() => {
    for (const app of apps.splice(0)) app.remove();
  });

  test('the examples in the README compile, and would not with a wrong name in them', async () => {
    const program = subject.readme.blocks('ts').join('\n');
    const app = exampleApp(subject.name, subject.installed);
    app.write('right.mts', program);
    app.write('wrong.mts', subject.spoil(program));
    const faults = await app.compile('right.mts', 'wrong.mts');
    expect(faults[0]).toMatch(/^wrong\.mts/);
    expect(faults.filter((fault) => !fault.startsWith('wrong.mts'))).toEqual([]);
  });

  describe('the coverage in the README', () => {
    describeCoverage(subject);
  });
}

function describeCoverage({ readme, capabilities, tables }: ReadmeSubject): void {
  test('is that of the table of capabilities (update it with vitest -u)', async () => {
    const current = readme.with('coverage', tables(capabilities));
    await expect(current).toMatchFileSnapshot(readme.path);
  });

  test('names every path, every event and every reason', () => {
    const text = tables(capabilities);
    for (const { path, event, note } of capabilities) {
      expect(text).toContain(path);
      expect(text).toContain(`\`${event}\``);
      expect(text).toContain(note ?? '');
    }
  });

  test('changes with a status, a verb, a note and a path', () => {
    const first = capabilities.find(({ verbs }) => verbs.includes('deny'))!;
    const rest = capabilities.filter(({ event }) => event === first.event).slice(1);
    const changes = [
      { ...first, status: 'observed' as const },
      { ...first, verbs: ['allow'] as const },
      { ...first, note: 'not on Sundays' },
      { ...first, path: 'newPath' },
    ];
    const texts = changes.map((changed) => tables([changed, ...rest]));
    expect(new Set([...texts, tables([first, ...rest])]).size).toBe(5);
  });
}

const apps: ExampleApp[] = [];

/** An app that is removed after the test, in a file that describes a README. */
export function exampleApp(name: string, installed: Installed): ExampleApp {
  const app = new ExampleApp(name, installed);
  apps.push(app);
  return app;
}
