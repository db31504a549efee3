import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { guardian } from '@interpose/aos';
import { tryPolicy, type Trial } from '@interpose/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { temporaryApp, type Ended } from '../../../test/temporary-app.ts';

const GUARDIAN = join(import.meta.dirname, '../../../../../apps/guardian/src/guardian.ts');
const KEY = 'a-key-that-is-longer-than-32-characters';
const TOKEN = 'secret-of-tests';
const POLICIES = `export default [{
  name: 'shop',
  hooks: { preToolCall: (ctx) => ctx.call.name === 'pay'
    ? { decision: 'ask', reason: 'May it pay' + (ctx.call.args.to ?? '') + '?' } : undefined },
}];
`;

const app = temporaryApp({ 'policies.mjs': POLICIES });
let child: ChildProcess;
let url = '';

beforeAll(async () => {
  const { DATABASE_URL: _, ...own } = process.env;
  const env = {
    ...own,
    INTERPOSE_PORT: '0',
    INTERPOSE_TOKEN: TOKEN,
    INTERPOSE_COMMAND_KEY: KEY,
    INTERPOSE_FOLDER: join(app.folder, 'data'),
  };
  child = spawn(process.execPath, [GUARDIAN, join(app.folder, 'policies.mjs'), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const told = JSON.parse(line) as { readonly kind: string; readonly url?: string };
    if (told.kind !== 'listening') continue;
    url = told.url ?? '';
    break;
  }
  child.stdout!.resume();
});
afterAll(async () => {
  child.kill('SIGKILL');
  await once(child, 'exit');
  app[Symbol.dispose]();
});

function pay(more: object = {}): Promise<Trial<'preToolCall'>> {
  const policy = guardian({ url, token: TOKEN });
  return tryPolicy(policy, 'preToolCall', {
    call: { id: '1', name: 'pay', args: { cents: 500, ...more } },
  });
}

/** Returns the id of the one pending approval, found by the command itself. */
async function waiting(...words: readonly string[]): Promise<string> {
  for (;;) {
    const { out } = await app.run('approvals', 'list', '--json', ...words);
    const { approvals } = JSON.parse(out) as { approvals: readonly { readonly id: string }[] };
    if (approvals[0] !== undefined) return approvals[0].id;
  }
}

const there = ['--folder', 'data'] as const;

test('an ask is listed, shown with its arguments, and denied in words that the agent hears', async () => {
  const trial = pay();
  const id = await waiting(...there);
  expect((await app.run('approvals', 'list', ...there)).out).toMatch(
    new RegExp(`^${id} {2}pay of .*, \\d+ s left\n {2}May it pay\\?\n {2}\\{"cents":500\\}`),
  );
  expect((await app.run('approvals', 'show', id, ...there)).out).toContain('"cents": 500');
  const said = await app.run('approvals', 'deny', id, '--words', 'Ask for the receipt.', ...there);
  expect(said.out).toMatch(/^denied\n[^]*answer +deny by command line: Ask for the receipt\./);
  expect((await trial).record).toMatchObject({ decision: 'deny', reason: 'Ask for the receipt.' });
  const late = await app.run('approvals', 'approve', id, ...there);
  expect(late.err).toMatch(/^guardian_refused: /);
  expect(late.code).toBe(3);
});

test('what a terminal would act on is written out, and no line can be written over', async () => {
  const trial = pay({ to: '\u001B[2K\r\u202Emoc' });
  const id = await waiting(...there);
  const { out: listed } = await app.run('approvals', 'list', ...there);
  const { out: shown } = await app.run('approvals', 'show', id, ...there);
  for (const out of [listed, shown]) {
    expect(out).toContain(String.raw`May it pay\u001b[2K\u000d\u202emoc?`);
    expect(out).toContain(String.raw`"\u001b[2K\r\u202emoc"`);
    for (const hidden of ['\r', '\u001B', '\u202E']) expect(out).not.toContain(hidden);
  }
  await app.run('approvals', 'deny', id, ...there);
  await trial;
});

test('a guardian elsewhere is asked by its address and key', async () => {
  const elsewhere = (...words: readonly string[]): Promise<Ended> =>
    app.runWith({ INTERPOSE_GUARDIAN_URL: url, INTERPOSE_COMMAND_KEY: KEY }, ...words);
  expect((await elsewhere('approvals', 'list')).out).toBe('nothing waits\n');
  expect((await elsewhere('guardian', 'policies')).out).toMatch(/serving {2}by .*\n {2}shop\n/);
  const { out } = await elsewhere('guardian', 'status', '--json');
  expect(JSON.parse(out)).toMatchObject({ status: 'serving', policies: ['shop'] });
  const wrong = await app.runWith(
    { INTERPOSE_GUARDIAN_URL: url, INTERPOSE_COMMAND_KEY: 'another' },
    'approvals',
    'list',
  );
  expect(wrong.err).toMatch(/^guardian_refused: not_signed_in/);
});

test('verify says of an export that it holds, and which record of a forged one does not', async () => {
  const headers = { authorization: `Bearer ${KEY}` };
  const get = async (path: string): Promise<string> =>
    (await fetch(new URL(path, url), { headers })).text();
  app.write('audit.jsonl', await get('/api/audit/export?format=jsonl'));
  app.write('key.pem', (JSON.parse(await get('/api/audit')) as { publicKey: string }).publicKey);
  const holds = await app.run('verify', 'audit.jsonl', '--key', 'key.pem');
  expect(holds).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^holds {3}[1-9]\d* records?/),
  });
  app.write('empty.jsonl', '');
  const empty = await app.run('verify', 'empty.jsonl');
  expect(empty.err).toMatch(/^export_invalid: empty\.jsonl contains no record to verify\./);
  expect(empty.code).toBe(3);
  const text = readFileSync(join(app.folder, 'audit.jsonl'), 'utf8');
  app.write('forged.jsonl', text.replace('"event":"preToolCall"', '"event":"onResponse"'));
  const broken = await app.run('verify', 'forged.jsonl', '--json');
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.out)).toMatchObject({ ok: false, firstBroken: { kind: 'changed' } });
});
