import type { ModelRequest } from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { denyTools } from './deny-tools.ts';
import { foldName } from './fold-name.ts';

expect.extend(policyMatchers);

const call = (name: string) => ({ id: 'call_1', name, args: {} });
const policy = denyTools(['exec', 'delete_*', /drop_\w+/]);

describe('a call', () => {
  test.each(['search', 'execute', 'undelete_file', 'größe', '検索'])(
    'of %s is let through',
    async (name) => {
      expect(await tryPolicy(policy, 'preToolCall', { call: call(name) })).toAllow();
    },
  );

  test.each([
    'exec',
    'Exec',
    'EXEC',
    'ｅｘｅｃ',
    'ехес',
    'e\u200bxec',
    'éxec',
    ' exec',
    'exec\u3164',
    'ex\u115Fec',
    'exec\u2800',
    'delete_file',
    'Delete_File',
    'DELETE＿file',
    'drop_table',
    'DROP_TABLE',
    '',
    'x'.repeat(513),
  ])('of "%s" is denied', async (name) => {
    expect(await tryPolicy(policy, 'preToolCall', { call: call(name) })).toDeny({
      code: 'tool_denied',
    });
  });
});

test('a request offers nothing that is denied, unless offer says so', async () => {
  const request: ModelRequest = {
    messages: [],
    tools: [
      { name: 'search', origin: 'local' },
      { name: 'Exec', origin: 'provider' },
    ],
  };
  expect(await tryPolicy(policy, 'preRequest', { request })).toModify({
    messages: [],
    tools: [{ name: 'search', origin: 'local' }],
  });
  const offering = denyTools(['exec'], { offer: true });
  expect(await tryPolicy(offering, 'preRequest', { request })).toAllow();
  const nothing = await tryPolicy(denyTools(['other']), 'preRequest', { request });
  expect(nothing.value).toBe(request);
});

test('an agent that is named, or looks as if it were, is not reached', async () => {
  const admin = denyTools(['exec'], { agents: ['admin'] });
  const to = (name: string) => ({ task: { kind: 'subagent', to: name, input: '' } as const });
  expect(await tryPolicy(admin, 'preDelegate', to('аdmin'))).toDeny({ code: 'tool_denied' });
  expect(await tryPolicy(admin, 'preDelegate', to('exec'))).toAllow();
  expect(await tryPolicy(policy, 'preDelegate', to('exec'))).toDeny({ code: 'tool_denied' });
});

test.each<[unknown]>([[undefined], [[]], ['exec'], [['']], [[{}]]])(
  'a list that is %j is refused',
  (list) => {
    expect(() => denyTools(list as string[])).toThrow('[invalid_option] denyTools');
  },
);

test('an option is refused, since it takes none', () => {
  const made = denyTools as (...given: unknown[]) => unknown;
  expect(() => made(['x'], { offers: true })).toThrow('[invalid_option] denyTools does not know');
});

describe('a folded name', () => {
  test('folds no further', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (name) => {
        const folded = foldName(name);
        expect(foldName(folded)).toBe(folded);
      }),
    );
  });

  test('is itself where it is plain lower case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_.-]*$/), (name) => {
        expect(foldName(name)).toBe(name);
      }),
    );
  });
});
