import { expect, test } from 'vitest';
import { runApp } from '../test/run-app.ts';

test('the quickstart runs offline and ends by itself', async () => {
  const { exitCode, stdout, stderr } = await runApp('quickstart', []);
  expect(stdout).toContain('never ran; the model reads "Blocked by no-deletion');
  expect(stdout).toContain('4 calls: 1 went through, 1 rewritten, 1 asked about, 1 denied.');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});

test('colours are for terminals only', async () => {
  const { stdout } = await runApp('quickstart', []);
  expect(stdout).not.toContain('\u001B[');
});

test('--live without a key ends with a code, a remedy and the exit code 2', async () => {
  const { exitCode, stdout, stderr } = await runApp('quickstart', ['--live']);
  expect(stderr).toMatch(/^\[api_key_missing\] .*; .*\n$/);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
});
