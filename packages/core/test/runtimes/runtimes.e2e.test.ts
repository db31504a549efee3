import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { expectedFindings, expectedWithoutAmbient } from './expected-findings.ts';
import { findChromium } from './find-chromium.ts';
import { runInBrowser } from './run-in-browser.ts';
import { runScript, versionOf } from './run-script.ts';
import { startWorker, type RunningWorker } from './run-workerd.ts';
import { scenario } from './scenario.ts';
import { stageRuntime } from './stage-runtime.ts';

const stage = stageRuntime();
afterAll(() => stage.remove());

describe('the built core does the same everywhere', () => {
  test.each([
    ['Node 24', /^v24\./],
    ['Node 22', /^v22\./],
    ['Bun', /^1\./],
    ['Deno', /^deno 2\./],
  ] as const)('on %s', async (name, version) => {
    expect(await versionOf(name)).toMatch(version);
    expect(await runScript(name, stage)).toEqual(expectedFindings);
  });

  const browser = findChromium();
  test.skipIf(browser === undefined)('in headless Chromium (set CHROMIUM_PATH)', async () => {
    expect(await runInBrowser(browser!, stage)).toEqual(expectedWithoutAmbient);
  });

  test('as the sources do', async () => {
    expect(await scenario()).toEqual(expectedFindings);
  });
});

describe.each([
  ['with nodejs_compat', '2025-09-01', ['nodejs_compat'], expectedFindings],
  ['without nodejs_compat', '2025-09-01', [], expectedWithoutAmbient],
  [
    'as of 2024-01, when requests could not settle promises of others',
    '2024-01-01',
    [],
    expectedWithoutAmbient,
  ],
  [
    'with the navigator switched off',
    '2025-09-01',
    ['no_global_navigator'],
    expectedWithoutAmbient,
  ],
  ['as of its own release', '2026-11-01', [], expectedFindings],
] as const)('on workerd %s', (_, date, flags, expected) => {
  let worker: RunningWorker | undefined;
  afterEach(() => worker?.stop());

  test('the built core does the same, also in requests that overlap', async () => {
    worker = await startWorker(stage, date, flags);
    expect(await worker.findings()).toEqual(expected);
    const together = [worker.findings(), worker.findings(), worker.findings()];
    expect(await Promise.all(together)).toEqual([expected, expected, expected]);
  });

  test('hooks shared by all requests end idle sessions of earlier ones', async () => {
    worker = await startWorker(stage, date, flags);
    expect(await worker.visit('first')).toEqual([]);
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    expect(await worker.visit('second')).toEqual(['first idle']);
  });
});
