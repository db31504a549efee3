import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import type { Report } from '../command/reporter.ts';
import { PolicyHost } from './policy-host.ts';
import type { VersionKeeper } from './policy-layer.ts';
import { readSource } from './policy-source.ts';
import { watchPolicies } from './watch-policies.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-watch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'policies.mjs');

function policy(name: string): string {
  return `export default { name: '${name}', hooks: { preToolCall: () => undefined } };`;
}

/** Makes a database that is away for the first checks of a version. */
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

interface Watching {
  readonly host: PolicyHost;
  readonly reports: readonly Report[];
  /** Waits until policies with this name serve. */
  readonly serves: (name: string) => Promise<void>;
}

async function watching(module: string): Promise<Watching> {
  const reports: Report[] = [];
  const host = new PolicyHost(module, (report) => void reports.push(report));
  await host.load();
  const unwatch = watchPolicies(module, host, 50);
  onTestFinished(async () => {
    unwatch();
    await host.close();
  });
  const serves = (name: string): Promise<void> =>
    expect.poll(() => host.names, { timeout: 10_000 }).toEqual([name]);
  return { host, reports, serves };
}

test('no change is missed: ten in a row, a rename over the file, and a file that goes and comes back', async () => {
  const own = join(mkdtempSync(join(folder, 'own-')), 'policies.mjs');
  writeFileSync(own, policy('first'));
  const { host, reports, serves } = await watching(own);
  for (let edit = 1; edit <= 10; edit += 1) {
    writeFileSync(own, policy(`edit-${edit}`));
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await serves('edit-10');
  writeFileSync(`${own}.new`, policy('renamed'));
  renameSync(`${own}.new`, own);
  await serves('renamed');
  rmSync(own);
  const refusals = (): number => reports.filter(({ kind }) => kind === 'refused').length;
  await expect.poll(refusals, { timeout: 10_000 }).toBe(1);
  expect(host.names).toEqual(['renamed']);
  writeFileSync(own, policy('back'));
  await serves('back');
  rmSync(join(own, '..'), { recursive: true });
  await expect.poll(refusals, { timeout: 10_000 }).toBe(2);
  mkdirSync(join(own, '..'));
  writeFileSync(own, policy('new folder'));
  await serves('new folder');
}, 60_000);

test('a link that leads to another folder by now is followed, as a mounted configuration is swapped', async () => {
  const place = mkdtempSync(join(folder, 'mounted-'));
  for (const version of ['v1', 'v2']) {
    mkdirSync(join(place, version));
    writeFileSync(join(place, version, 'policies.mjs'), policy(version));
  }
  symlinkSync('v1', join(place, 'data'));
  symlinkSync('data/policies.mjs', join(place, 'policies.mjs'));
  const { host, serves } = await watching(join(place, 'policies.mjs'));
  symlinkSync('v2', join(place, 'data.new'));
  renameSync(join(place, 'data.new'), join(place, 'data'));
  await serves('v2');
  expect(host.names).toEqual(['v2']);
}, 60_000);

test('a change that nobody is told of is found all the same', async () => {
  const [own, elsewhere] = ['own', 'elsewhere'].map((name) => mkdtempSync(join(folder, name)));
  writeFileSync(join(elsewhere!, 'policies.mjs'), policy('first'));
  // The system reports changes in the folder of the link, and not in that of its target.
  symlinkSync(join(elsewhere!, 'policies.mjs'), join(own!, 'policies.mjs'));
  const { host, serves } = await watching(join(own!, 'policies.mjs'));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  writeFileSync(join(elsewhere!, 'policies.mjs'), policy('second'));
  await serves('second');
  expect(host.names).toEqual(['second']);
}, 60_000);

test('what somebody went back to stays until the files change, though they are watched from then on only', async () => {
  const own = join(mkdtempSync(join(folder, 'back-')), 'policies.mjs');
  writeFileSync(own, policy('earlier'));
  const earlier = await readSource(own);
  writeFileSync(own, policy('newer'));
  const host = new PolicyHost(own, () => undefined);
  await host.load();
  // A guardian does this when it restarts after a rollback.
  await host.serveVersion(() => earlier, 'start');
  const load = vi.spyOn(host, 'reload');
  const unwatch = watchPolicies(own, host, 50);
  onTestFinished(unwatch);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect([load.mock.calls.length, host.digest]).toEqual([0, earlier.digest]);
  writeFileSync(own, policy('newest'));
  await expect.poll(() => host.names, { timeout: 10_000 }).toEqual(['newest']);
  await host.close();
}, 60_000);
