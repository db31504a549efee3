import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';

import { hooksOf } from './policy-module.ts';

const load = new URL('../load.ts', import.meta.url).href;

afterEach(() => vi.useRealTimers());

/** Returns what a process prints that loads this module within 50 ms and has nothing else to do. */
async function printedBy(source: string): Promise<string> {
  const program = `
    import { loadPolicyModule } from '${load}';
    loadPolicyModule('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(source))}, 'waits.mjs', 50)
      .then(() => console.log('loaded'), (error) => console.log(error.message));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ]);
  return stdout.trim();
}

test.each([
  ['a default that is a promise nobody settles', 'export default new Promise(() => {});'],
  ['a function that never returns', 'export default () => new Promise(() => {});'],
  ['a wait at the top of the module', 'await new Promise(() => {}); export default [];'],
])('%s is refused, and the process does not end before that', async (_, source) => {
  expect(await printedBy(source)).toBe(
    '[policies_unreadable] waits.mjs was not loaded within 0.05 s; look for what it waits for while it is loaded',
  );
});

test('a policy whose setup never settles is refused', async () => {
  vi.useFakeTimers();
  const idle = { name: 'idle', setup: () => new Promise<void>(() => undefined) };
  const made = hooksOf({ options: { policies: [idle] } }, 'waits.mjs');
  const [refused] = await Promise.allSettled([made, vi.advanceTimersByTimeAsync(30_000)]);
  expect(String(refused.status === 'rejected' && refused.reason)).toContain(
    '[policies_unreadable] waits.mjs was not loaded within 30 s',
  );
  expect(vi.getTimerCount()).toBe(0);
});
