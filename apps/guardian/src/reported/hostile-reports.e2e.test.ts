import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decision, Page } from '@interpose/guardian-api';

import { eventually, signIn, type SignedIn } from '../../test/sign-in.ts';
import {
  killGuardians,
  startGuardian,
  TOKEN,
  type StartedGuardian,
} from '../../test/start-guardian.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-hostile-'));
let guardian: StartedGuardian;
let person: SignedIn;
beforeAll(async () => {
  guardian = await startGuardian({ INTERPOSE_FOLDER: folder });
  person = await signIn(guardian);
});
afterAll(async () => {
  await killGuardians();
  rmSync(folder, { recursive: true, force: true });
});

let sent = 0;

/** Returns a decision as agents report it, with these values replaced. */
function reported({ spend, ...other }: { readonly spend?: number }, sessionId: string): object {
  const id = `hostile-${(sent += 1)}`;
  const record = {
    ...{ event: 'preToolCall', id, seq: 1, at: Date.now(), sessionId, chatId: 'chat' },
    ...{ agent: { id: 'agent' }, decision: 'allow', by: [], codes: [], changed: false },
    ...{ hooks: 1, mode: 'enforce', ms: 1, ...other },
  };
  return { id, record, ...(spend === undefined ? {} : { spend }) };
}

async function tell(decisions: readonly object[]): Promise<unknown> {
  const response = await fetch(new URL('/report', guardian.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decisions }).replaceAll('"deep"', DEEP),
  });
  return response.json();
}

/** Deeper than many parsers survive; `JSON.stringify` would never write it. */
const DEEP = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

const HOSTILE: readonly (readonly [
  what: string,
  record: { readonly spend?: number; readonly [key: string]: unknown },
])[] = [
  ['a spend that is no number', { data: { spend: 'much' } }],
  ['a spend that is an object', { data: { spend: { a: 1 } } }],
  ['a spend that no sum holds', { data: { spend: 1.7e308 } }],
  ['a spend that no sum holds of its own', { spend: 1.7e308 }],
  ['data that is nested a thousand times', { data: nested(1000) }],
  ['data that is nested twenty thousand times', { data: { a: 'deep' } }],
  ['NUL in a name', { data: { 'a\0b': '\0' }, tool: '\0', by: ['\0'], codes: ['\0'] }],
  ['half a character', { reason: '\uD800', agent: { id: 'a\uDC00' }, user: { id: '\uD800' } }],
  [
    'a name of a member of every object',
    { data: JSON.parse('{"__proto__":{"spend":1}}') as object },
  ],
  ['hooks without a name', { steps: [{ hook: '\0', decision: 'allow', ms: 1e-300 }] }],
];

test.each(HOSTILE)(
  'a report with %s keeps no other decision out of the database',
  async (_, record) => {
    const session = `after ${sent}`;
    await tell([reported(record, 'hostile'), reported(record, 'hostile'), reported({}, session)]);
    const rows = await eventually(async () => {
      const page = await person.get<Page<Decision>>(`/api/decisions?session=${session}`);
      return page.rows.length > 0 && page.rows;
    });
    expect(rows).toHaveLength(1);
    for (const path of [
      '/api/policies',
      '/api/stats',
      '/api/agents',
      '/api/sessions',
      '/api/decisions',
    ])
      expect([path, await person.get(path)]).not.toMatchObject([path, { error: {} }]);
    expect((await fetch(new URL('/ready', guardian.url))).status).toBe(200);
    expect((await person.send('POST', '/api/audit/verify')).body).toMatchObject({ ok: true });
  },
);
