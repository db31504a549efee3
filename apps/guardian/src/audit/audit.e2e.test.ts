import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Ajv } from 'ajv';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { freshDatabase } from '../../test/fresh-database.ts';
import { apiActivity } from '../../test/ocsf-schema.ts';
import { rewriteChain } from '../../test/rewrite-chain.ts';
import { eventually, signIn, type SignedIn } from '../../test/sign-in.ts';
import { killGuardians, startGuardian, type StartedGuardian } from '../../test/start-guardian.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'interpose-audit-'));
const anchorFile = join(folder, 'anchors.jsonl');
let guardian: StartedGuardian;
let person: SignedIn;
let direct: Client;

async function exported(format: string): Promise<string> {
  const url = new URL(`/api/audit/export?format=${format}`, guardian.url);
  return (await fetch(url, { headers: { cookie: person.cookie } })).text();
}

async function verifyOffline(text: string, ...more: readonly string[]): Promise<string> {
  const path = join(folder, 'export.jsonl');
  writeFileSync(path, text);
  const program = join(import.meta.dirname, '../guardian.ts');
  const words = [program, 'audit', 'verify', path, ...more];
  return (await promisify(execFile)(process.execPath, words)).stdout;
}

function hasHead(anchors: string): boolean {
  return anchors.includes('"tenant":"default"');
}

describe.skipIf(database === undefined)('the chain of a guardian', () => {
  beforeAll(async () => {
    const settings = {
      INTERPOSE_DATABASE_URL: database!.url,
      INTERPOSE_FOLDER: join(folder, 'data'),
      INTERPOSE_ANCHOR_FILE: anchorFile,
    };
    guardian = await startGuardian(settings);
    person = await signIn(guardian);
    direct = new Client({ connectionString: database!.url });
    await direct.connect();
    const hooks = agentHooks(guardian.url);
    for (let index = 0; index < 30; index++)
      await askTool(
        hooks,
        { text: index === 7 ? 'rm -rf /' : `\0\uD800 ${index}` },
        { session: `s\0${index % 3}` },
      );
    await eventually(async () => (await person.get<{ total: number }>('/api/audit')).total === 30);
  });
  afterAll(async () => {
    await direct.end();
    await killGuardians();
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  test('holds in the database, and offline from an export and its key', async () => {
    expect(await person.send('POST', '/api/audit/verify')).toMatchObject({
      body: { checked: 30, ok: true },
    });
    const { publicKey } = await person.get<{ publicKey: string }>('/api/audit');
    const pem = join(folder, 'key.pem');
    writeFileSync(pem, publicKey);
    const text = await exported('jsonl');
    expect(JSON.parse(await verifyOffline(text, '--key', pem))).toMatchObject({
      checked: 30,
      ok: true,
    });
    // The file begins with the keys; the head of the chain follows within ten seconds.
    await eventually(
      async () => existsSync(anchorFile) && hasHead(readFileSync(anchorFile, 'utf8')),
      60_000,
    );
    expect(JSON.parse(await verifyOffline(text, '--anchors', anchorFile))).toMatchObject({
      ok: true,
    });
  });

  test('names the record that somebody changed in an export', async () => {
    const lines = (await exported('jsonl')).split('\n');
    const place = lines.findIndex((line) => line.includes('"codes":["destructive"]'));
    const forged = lines.with(
      place,
      lines[place]!.replace('"decision":"deny"', '"decision":"allow"'),
    );
    await expect(verifyOffline(forged.join('\n'))).rejects.toThrow('"kind":"changed"');
    await expect(verifyOffline(lines.toSpliced(place, 1).join('\n'))).rejects.toThrow(
      '"kind":"dropped"',
    );
  });

  test('exports events of OCSF that fit the schema of their class', async () => {
    const events = (await exported('ocsf'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(events).toHaveLength(30);
    const isValid = new Ajv({ strict: false }).compile(apiActivity);
    const wrong = events.flatMap((event) => (isValid(event) ? [] : [isValid.errors]));
    expect(wrong).toEqual([]);
  });

  test('names what somebody with all rights changes, drops or moves in the database', async () => {
    const verified = async (): Promise<object> =>
      (await person.send('POST', '/api/audit/verify')).body;
    const during = async (text: string): Promise<object> => {
      await direct.query('create table kept as select * from step');
      await direct.query(text);
      const found = await verified();
      await direct.query('delete from step');
      await direct.query('insert into step select * from kept');
      await direct.query('drop table kept');
      return found;
    };
    const one = `id = (select id from step where decision = 'deny')`;
    expect(
      await during(`update step set record = replace(record, '"deny"', '"allow"') where ${one}`),
    ).toMatchObject({
      firstBroken: { kind: 'changed' },
    });
    expect(await during(`delete from step where ${one}`)).toMatchObject({
      firstBroken: { kind: 'dropped' },
    });
    expect(await verified()).toMatchObject({ ok: true });
  });

  test('does not hold once somebody with all rights rewrote it and its keys', async () => {
    await direct.query('create table kept_steps as select * from step');
    await direct.query('create table kept_batches as select * from audit_batch');
    await rewriteChain(direct, (record) =>
      record.replace('"decision":"deny"', '"decision":"allow"'),
    );
    const { body } = await person.send('POST', '/api/audit/verify');
    const text = await exported('jsonl');
    const pem = join(folder, 'data', 'audit-key.pub.pem');
    const forgers = join(folder, 'forger.pem');
    const { rows } = await direct.query<{ public_key: string }>(
      'select public_key from audit_key where created_at = 1',
    );
    writeFileSync(forgers, rows[0]!.public_key);
    await direct.query('delete from step');
    await direct.query('insert into step select * from kept_steps');
    await direct.query('delete from audit_batch');
    await direct.query('insert into audit_batch select * from kept_batches');
    expect(body).toMatchObject({ ok: false, firstBroken: { batch: 1 } });
    expect(body).toMatchObject({ unknownKeys: [expect.stringMatching(/^[0-9a-f]{16}$/)] });
    await expect(verifyOffline(text, '--key', pem)).rejects.toThrow('audit_broken');
    await expect(verifyOffline(text, '--anchors', anchorFile)).rejects.toThrow('audit_broken');
    // The forged chain is consistent: only a key from elsewhere shows who signed it.
    expect(JSON.parse(await verifyOffline(text, '--key', forgers))).toMatchObject({ ok: true });
    expect(await person.send('POST', '/api/audit/verify')).toMatchObject({ body: { ok: true } });
  });

  test('hands out no key that somebody put into the database', async () => {
    const { publicKey } = await person.get<{ publicKey: string }>('/api/audit');
    const own = readFileSync(join(folder, 'data', 'audit-key.pub.pem'), 'utf8');
    expect(publicKey).toBe(own);
    const [keys] = (await exported('jsonl')).split('\n');
    expect(Object.values((JSON.parse(keys!) as { keys: object }).keys)).toEqual([own]);
  });

  test('is not seen by a query that works for another tenant, or for none', async () => {
    const count = async (tenant: string): Promise<number> => {
      await direct.query('begin');
      await direct.query(
        `select set_config('interpose.tenant', $1, true), set_config('role', 'interpose_app', true)`,
        [tenant],
      );
      const { rows } = await direct.query<{ n: string }>('select count(*) n from step');
      await direct.query('rollback');
      return Number(rows[0]?.n);
    };
    expect([await count('default'), await count('other'), await count('')]).toEqual([30, 0, 0]);
    await direct.query('begin');
    await direct.query(
      `select set_config('interpose.tenant', 'other', true), set_config('role', 'interpose_app', true)`,
    );
    const forged = direct.query(
      `insert into switch values ('x', 'default', 'tenant', '*', 'mine', 'me', 1, null)`,
    );
    await expect(forged).rejects.toThrow('row-level security');
    await direct.query('rollback');
  });
});
