import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Decision, Page, PolicyVersion } from '@interpose/guardian-api';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { eventually, signIn, type SignedIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-versions-'));
const policies = join(folder, 'policies');
let guardian: StartedGuardian;
let person: SignedIn;

function write(cap: string): void {
  writeFileSync(join(policies, '_cap.mjs'), `export const cap = ${cap};`);
}

function settings(): Record<string, string> {
  return { INTERPOSE_DATABASE_URL: database!.url, INTERPOSE_FOLDER: join(folder, 'data') };
}

async function versions(): Promise<readonly PolicyVersion[]> {
  return (await person.get<{ versions: PolicyVersion[] }>('/api/policies')).versions;
}

async function decide(cents: number): Promise<unknown> {
  return (await askTool(agentHooks(guardian.url), { cents }))['decision'];
}

describe.skipIf(database === undefined)('a folder of policies', () => {
  beforeAll(async () => {
    mkdirSync(policies);
    write('100');
    const hook = `({ call }) => (cap.of ?? cap) < call.args.cents ? { decision: 'deny', reason: 'too much' } : undefined`;
    writeFileSync(
      join(policies, 'shop.mjs'),
      `import { cap } from './_cap.mjs';
export default { name: 'shop', hooks: { preToolCall: { name: 'cap', run: ${hook} } } };`,
    );
    guardian = await startGuardian(settings(), [policies]);
    person = await signIn(guardian);
  });
  afterAll(async () => {
    await killGuardians();
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  test('serves a new version once it is tried, refuses one that fails on the last decisions, and goes back by one command', async () => {
    expect(await decide(150)).toBe('deny');
    const first = (await versions())[0]!;
    expect(first).toMatchObject({ state: 'serving', policies: ['shop'] });
    await eventually(
      async () => (await person.get<Page<Decision>>('/api/decisions')).rows.length === 1,
    );
    write('200');
    await eventually(async () => (await decide(150)) === 'allow');
    write('undefined');
    await eventually(async () => (await versions()).find(({ state }) => state === 'refused'));
    expect((await versions()).find(({ state }) => state === 'refused')?.error).toMatch(
      /^\[policies_failing\]/,
    );
    expect(await decide(250)).toBe('deny');
    const program = join(import.meta.dirname, '../guardian.ts');
    const words = ['policies', 'rollback', first.digest, '--folder', join(folder, 'data')];
    await promisify(execFile)(process.execPath, [program, ...words]);
    expect(await decide(150)).toBe('deny');
    await guardian.stop();
    guardian = await startGuardian(settings(), [policies]);
    person = await signIn(guardian);
    expect(await decide(150)).toBe('deny');
  });

  test('judges a recorded decision again, with what serves and with any version', async () => {
    const { rows } = await eventually(async () => {
      const page = await person.get<Page<Decision>>('/api/decisions?verb=allow&limit=1');
      return page.rows.length > 0 && page;
    });
    const [{ id, policies: digest }] = rows as [Decision];
    const now = await person.send('POST', '/api/judge', { decision: id });
    expect(now.body).toMatchObject({
      before: { decision: 'allow' },
      now: { decision: 'deny', by: ['shop/cap'] },
      same: false,
    });
    const then = await person.send('POST', '/api/judge', { decision: id, policies: digest });
    expect(then.body).toMatchObject({ same: true });
    const draft = await person.send('POST', '/api/policies/draft', { digest });
    expect(draft.body).toMatchObject({ judged: expect.any(Number), byPolicy: [] });
  });
});
