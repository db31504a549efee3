import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import type { Report } from '../command/reporter.ts';
import { PolicyHost } from './policy-host.ts';
import type { VersionKeeper } from './policy-layer.ts';
import { watchPolicies } from './watch-policies.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'policies.mjs');

function policy(name: string): string {
  return `export default { name: '${name}', hooks: { preToolCall: () => undefined } };`;
}

/** A database that is away for the first tries of a version. */
function awayFor(tries: number): VersionKeeper & { readonly checks: string[] } {
  const checks: string[] = [];
  return {
    checks,
    check: ({ digest }) => {
      checks.push(digest);
      if (checks.length <= tries) return Promise.reject(new Error('connect ECONNREFUSED'));
      return Promise.resolve();
    },
    served: () => Promise.resolve(),
    refused: () => Promise.resolve(),
  };
}

test('a version that could not be tried takes over once it can be, and one that is broken is looked at once', async () => {
  writeFileSync(path, policy('first'));
  const reports: Report[] = [];
  const host = new PolicyHost(path, (report) => void reports.push(report));
  await host.load();
  const keeper = awayFor(2);
  host.attach(keeper);
  const unwatch = watchPolicies(path, host, 50);
  writeFileSync(path, policy('second'));
  await expect.poll(() => host.names, { timeout: 8000 }).toEqual(['second']);
  expect(keeper.checks).toHaveLength(3);
  const refusals = (): number => reports.filter(({ kind }) => kind === 'refused').length;
  expect(refusals()).toBe(2);
  writeFileSync(path, policy('third').slice(0, 40));
  await expect.poll(refusals, { timeout: 8000 }).toBe(3);
  await new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });
  unwatch();
  expect([refusals(), host.names]).toEqual([3, ['second']]);
  await host.close();
});

test('a folder that is refused while it is served is told once, and served again once it is mended', async () => {
  const served = mkdtempSync(join(folder, 'served-'));
  writeFileSync(join(served, 'a.mjs'), policy('first'));
  const reports: Report[] = [];
  const host = new PolicyHost(served, (report) => void reports.push(report));
  await host.load();
  const unwatch = watchPolicies(served, host, 50);
  onTestFinished(unwatch);
  const problems = (): string[] =>
    reports.flatMap((report) => (report.kind === 'refused' ? [report.problem] : []));
  writeFileSync(join(served, 'b.cjs'), 'module.exports = [];');
  writeFileSync(join(served, 'c.mjs'), policy('other'));
  await expect
    .poll(problems, { timeout: 8000 })
    .toEqual([expect.stringMatching(/b\.cjs is a module that a guardian does not load/)]);
  rmSync(join(served, 'b.cjs'));
  await expect.poll(() => host.names, { timeout: 8000 }).toEqual(['first', 'other']);
  expect(problems()).toHaveLength(1);
  await host.close();
});
