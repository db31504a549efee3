import { expect, test } from 'vitest';

import { writeStep } from '../decisions/step-row.ts';
import { stopOf, type SwitchRow } from './stop-of.ts';

const at = { id: 's:1', seq: 1, at: 1, ms: 1, hooks: 0, chatId: 'c' };
const said = { by: [], codes: [], changed: false, mode: 'enforce' } as const;
const record = { ...at, ...said, event: 'preToolCall', decision: 'allow' } as const;
const place = { tenant: 'default', id: 'c1', policies: '', source: 'asked' } as const;
const row = { id: '1', tenant: 'default', why: 'test', by_name: 'ann', at: 1, until: null };

test.each([['agent\0one'], ['half \uD800'], ['long '.repeat(100)]])(
  'an agent, a tool and a session of the name %j are stopped by the name that people see',
  (name) => {
    const step = { agent: { id: name }, session: { id: name }, call: { name } };
    const told = { ...record, agent: { id: name }, tool: name, sessionId: name };
    const seen = JSON.parse(writeStep(told, place)) as Record<string, string>;
    for (const [kind, value] of Object.entries({
      agent: seen['agent']!,
      tool: seen['tool']!,
      session: seen['sessionId']!,
    })) {
      const rows: readonly SwitchRow[] = [{ ...row, kind, value }];
      expect(stopOf(new Map([['default', rows]]), 'default', step)?.code).toBe('stopped');
      const other = { agent: { id: 'b' }, session: { id: 'b' }, call: { name: 'b' } };
      expect(stopOf(new Map([['default', rows]]), 'default', other)).toBeUndefined();
    }
  },
);
