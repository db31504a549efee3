import { readFileSync } from 'node:fs';

import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';

import { LoadedTests } from './loaded-tests.ts';
import { serveMutants, type Switch } from './serve-mutants.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serving: boolean;
    testFiles: number;
    /** The mode that stryker's own setup file reads. */
    mode: 'dry-run' | 'mutant';
  }
}

const NAMESPACE = '__stryker__';

// This file runs once for every test file, so the state of the worker is in the global object.
const kept = globalThis as {
  keptTests?: LoadedTests;
  isServing?: boolean;
  hasFailed?: boolean;
  hadOwnClock?: boolean;
  [NAMESPACE]?: Switch;
};

if (kept.hasFailed) throw new Error('a test has failed: the files after it do not matter');

/** One timer of core serves a process: a test file with fake timers needs its own core. */
const path = expect.getState().testPath ?? '';
const hasOwnClock = readFileSync(path, 'utf8').includes('useFakeTimers');
if (hasOwnClock || kept.hadOwnClock) vi.resetModules();
kept.hadOwnClock = hasOwnClock;

if (inject('serving')) {
  vi.setConfig({ testTimeout: 1500, hookTimeout: 1500 });
  const tests = (kept.keptTests ??= new LoadedTests());
  const mutants = (kept[NAMESPACE] ??= {});
  beforeEach(({ task, skip }) => {
    if (kept.isServing) return;
    tests.add(task.file);
    skip();
  });
  afterAll(
    async () => {
      if (tests.files < inject('testFiles')) return;
      kept.isServing = true;
      await serveMutants(tests, mutants);
    },
    2 ** 31 - 1,
  );
}

if (!inject('serving') && inject('mode') === 'mutant') {
  afterEach(({ task }) => {
    kept.hasFailed ||= task.result?.state === 'fail';
  });
}
