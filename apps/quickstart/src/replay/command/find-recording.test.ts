import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { findRecording } from './find-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
const file = join(folder, 'runs.jsonl');
writeFileSync(file, '{"messages":[]}\n');

beforeEach(() => vi.unstubAllEnvs());

test('an absolute path is taken as it is', () => {
  expect(findRecording(file)).toBe(file);
});

test('a relative path is looked for where the caller of pnpm is', () => {
  vi.stubEnv('INIT_CWD', folder);
  expect(findRecording('runs.jsonl')).toBe(file);
});

test('a relative path is also looked for in the folder of recorded data', () => {
  vi.stubEnv('INIT_CWD', tmpdir());
  vi.stubEnv('INTERPOSE_DATA', folder);
  expect(findRecording('runs.jsonl')).toBe(file);
});

test('a missing file is refused with the public sources of such files', () => {
  vi.stubEnv('INTERPOSE_DATA', folder);
  const search = (): string => findRecording('absent.jsonl.gz');
  expect(search).toThrow(/^\[recording_not_found\] there is no file .*absent\.jsonl\.gz/);
  expect(search).toThrow(/https:\/\/github\.com\/SaFo-Lab\/AgentDyn .*tau-bench .*INTERPOSE_DATA$/);
});
