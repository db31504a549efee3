import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

/** Whoever follows one call through the sources should not have to open more files than this. */
const MOST_FILES = 22;

const measured = execFileSync(
  process.execPath,
  ['--conditions=@interpose/source', join(import.meta.dirname, 'measure-call-path.ts')],
  { encoding: 'utf8' },
);
const passed = JSON.parse(measured) as Readonly<Record<string, readonly string[]>>;

describe(`a tool call passes at most ${MOST_FILES} source files of core`, () => {
  test.each(['allowed', 'denied', 'allowed later', 'changed'])('when a hook has it %s', (way) => {
    expect(passed[way]).toContain('cycles/tool/tool-cycle.ts');
    expect(passed[way]!.slice(MOST_FILES)).toEqual([]);
  });
});
