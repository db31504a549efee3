import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage } from '../../test/retention-stage.ts';
import { writeStep } from '../decisions/step-row.ts';

const database = await freshDatabase();
afterAll(() => database?.drop());

/** Names with characters that have a meaning in the lists of columns. */
const NAMES = [
  'plain',
  'NULL',
  '{}',
  '{"a","b"}',
  'a"b',
  String.raw`a\b`,
  String.raw`ends with \ `,
  'a,b',
  ' spaces ',
  'line\nbreak\tand tab',
  "it's",
  'déjà €',
];

describe.each([
  ['PGlite', undefined],
  ['PostgreSQL', database?.url],
])('with %s', (kind, url) => {
  test.skipIf(kind === 'PostgreSQL' && url === undefined)(
    'names of every kind stand in their columns as they were told',
    async () => {
      const { storage, recorder } = await retentionStage(url);
      for (const name of NAMES) {
        const ids = { id: name, seq: 1, at: Date.now(), sessionId: `s ${name}`, chatId: name };
        const said = { decision: 'deny', by: [name, 'x'], codes: [name], changed: false } as const;
        const who = { agent: { id: name }, user: { id: name }, tool: name };
        const record = { event: 'preToolCall', ...ids, ...said, ...who } as const;
        const place = { tenant: 'default', policies: '', source: 'asked' } as const;
        recorder.record(
          'default',
          writeStep({ ...record, hooks: 1, mode: 'enforce', ms: 0.25 }, { ...place, id: name }),
          JSON.stringify({ payload: name }),
        );
      }
      await recorder.stored();
      const { rows } = await storage.within('default', (work) =>
        sql`select id, tool, session_id, chat_id, agent, user_id, by_names, codes, payload, ms, spend, failed
          from step order by place`.execute(work),
      );
      expect(rows).toEqual(
        NAMES.map((name) => ({
          ...{ id: name, tool: name, session_id: `s ${name}`, chat_id: name, agent: name },
          ...{ user_id: name, by_names: [name, 'x'], codes: [name], ms: 0.25, spend: 0 },
          ...{ payload: JSON.stringify({ payload: name }), failed: false },
        })),
      );
      const { rows: sessions } = await storage.within('default', (work) =>
        sql`select s.id, s.agent, s.user_id, s.denied, k.tool, k.codes, k.policies from session s
          join session_kind k on k.tenant = s.tenant and k.session_id = s.id order by s.id`.execute(
          work,
        ),
      );
      expect(sessions).toEqual(
        NAMES.toSorted((a, b) => (`s ${a}` < `s ${b}` ? -1 : 1)).map((name) => ({
          ...{ id: `s ${name}`, agent: name, user_id: name, denied: 1, tool: name },
          ...{ codes: [name], policies: [name, 'x'].toSorted() },
        })),
      );
    },
  );
});
