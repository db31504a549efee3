import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { evalSecrets } from './eval-secrets.ts';
import { makeSamples, sampleLine, type SecretSample } from './make-samples.ts';

const shipped = join(import.meta.dirname, '../../samples/secrets.jsonl');

describe('the samples', () => {
  test('are those of a fixed seed', async () => {
    const lines = makeSamples(20_260_101, 8).map(sampleLine);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(shipped);
  });

  test('say the same as before their lines were escaped', () => {
    for (const sample of makeSamples(7, 1))
      expect(JSON.parse(sampleLine(sample)) as SecretSample).toEqual(sample);
  });

  test('label what stands in the text', () => {
    for (const { text, spans } of makeSamples(7, 2))
      for (const { value, start, end } of spans) expect(text.slice(start, end)).toBe(value);
  });
});

test('secrets are found and hardly anything else', async () => {
  const report = await evalSecrets(shipped);
  expect(report.all.precision).toBeGreaterThan(0.98);
  expect(report.all.recall).toBeGreaterThan(0.9);
  expect(report.falseAlarms).toBe(0);
  expect(Object.keys(report.types).length).toBeGreaterThan(20);
});

test('data that is not there is named', async () => {
  await expect(evalSecrets('/nowhere/secrets.jsonl')).rejects.toThrow('/nowhere/secrets.jsonl');
});
