import {
  createHooks,
  memoryStore,
  type Hooks,
  type Message,
  type StateStore,
} from '@interpose/core';
import { tryPolicy } from '@interpose/testing';
import { policyMatchers } from '@interpose/testing/matchers';
import { describe, expect, test } from 'vitest';

import { call, knowing, made, talk, user } from '../../../test/redaction-talk.ts';

expect.extend(policyMatchers);

describe('towards the model', () => {
  test('hides what a user says, the same value by the same token', async () => {
    const trial = await tryPolicy(made(), 'onUserMessage', {
      message: user('ann@mail.com, bob@mail.com and ann@mail.com'),
    });
    expect(trial).toModify(user('<EMAIL_1>, <EMAIL_2> and <EMAIL_1>'));
  });

  test('says nothing where there is nothing to hide', async () => {
    expect(await tryPolicy(made(), 'onUserMessage', { message: user('hello') })).toAllow();
    expect(
      await tryPolicy(made(), 'onToolCallResult', { call: call({}), result: { a: [1, null] } }),
    ).toAllow();
    expect(
      await tryPolicy(made(), 'preRequest', { request: { messages: [user('hi')] } }),
    ).toAllow();
  });

  test('hides in instructions and in the whole history, and leaves other messages by identity', async () => {
    const untouched = user('hello');
    const request = {
      instructions: 'You are ann@mail.com',
      messages: [untouched, user('ann@mail.com')],
    };
    const { value } = await tryPolicy(made(), 'preRequest', { request });
    expect(value).toEqual({
      instructions: 'You are <EMAIL_1>',
      messages: [untouched, user('<EMAIL_1>')],
    });
    expect(value?.messages[0]).toBe(untouched);
  });

  test('leaves instructions and system messages where asked to', async () => {
    const system: Message = { role: 'system', content: [{ type: 'text', text: 'ann@mail.com' }] };
    const request = { instructions: 'ann@mail.com', messages: [system, user('bob@mail.com')] };
    const policy = made({ redactInstructions: false });
    const { value } = await tryPolicy(policy, 'preRequest', { request });
    expect(value).toEqual({ ...request, messages: [system, user('<EMAIL_1>')] });
    expect(await tryPolicy(policy, 'onSystemMessage', { message: system })).toAllow();
  });

  test('finds values deep in results: in keys, numbers, JSON in strings and what turns itself into JSON', async () => {
    const result = {
      people: [{ mail: 'ann@mail.com' }],
      'bob@mail.com': true,
      card: 4111111111111111,
      short: 4111,
      json: '{ "to":"\\nann@mail.com", "card": 4111111111111111 }',
      own: { toJSON: () => ({ mail: 'ann@mail.com' }) },
    };
    const { value } = await tryPolicy(
      made(),
      'onToolCallResult',
      { call: call({}), result },
      { strict: false },
    );
    expect(value).toEqual({
      people: [{ mail: '<EMAIL_1>' }],
      '<EMAIL_2>': true,
      card: '<CARD_1>',
      short: 4111,
      json: '{ "to":"\\n<EMAIL_1>", "card": "<CARD_1>" }',
      own: { mail: '<EMAIL_1>' },
    });
  });

  test('hides in errors, and what caused them goes', async () => {
    const trial = await tryPolicy(made(), 'onToolCallError', {
      call: call({}),
      cause: 'threw',
      error: { message: 'no such user ann@mail.com', cause: new Error('ann@mail.com') },
    });
    expect(trial).toModify({ message: 'no such user <EMAIL_1>' });
  });

  test('hides in what was looked up, in text files and in compaction', async () => {
    const knowledge = [{ id: '1', content: 'ann@mail.com', metadata: { by: 'bob@mail.com' } }];
    expect(await tryPolicy(made(), 'onKnowledgeRetrieved', { results: knowledge })).toModify([
      { id: '1', content: '<EMAIL_1>', metadata: { by: '<EMAIL_2>' } },
    ]);
    expect(
      await tryPolicy(made(), 'onMemoryRetrieved', { memory: [{ content: 'ann@mail.com' }] }),
    ).toModify([{ content: '<EMAIL_1>' }]);
    const file = { type: 'file', mediaType: 'text/plain', data: btoa('to ann@mail.com') } as const;
    const { value } = await tryPolicy(made(), 'preCompact', {
      messages: [{ role: 'user', content: [file] }],
    });
    expect(value).toEqual([{ role: 'user', content: [{ ...file, data: btoa('to <EMAIL_1>') }] }]);
  });

  test.each(['message/rfc822', 'application/x-ndjson', 'application/toml', 'application/ld+json'])(
    'hides in files of the type %s',
    async (mediaType) => {
      const file = { type: 'file', mediaType, data: btoa('to ann@mail.com') } as const;
      const { value } = await tryPolicy(made(), 'onUserMessage', {
        message: { role: 'user', content: [file] },
      });
      expect(value?.content).toEqual([{ ...file, data: btoa('to <EMAIL_1>') }]);
    },
  );

  test('numbers in JSON are found however they are written, and come back exact', async () => {
    const { toolSays, toolGets } = talk();
    const json =
      '{"a":4111111111111111.0,"b":4.111111111111111e15,"c":6304123412341234,"d":41111111111111111111}';
    const seen = await toolSays(json);
    expect(seen).toBe('{"a":"<CARD_1>","b":"<CARD_1>","c":"<CARD_2>","d":"<CARD_3>1111"}');
    expect(await toolGets(seen)).toBe(
      '{"a":4111111111111111,"b":4111111111111111,"c":6304123412341234,"d":"41111111111111111111"}',
    );
  });

  test('what is stored for later holds neither values nor tokens of this session', async () => {
    const said = { content: 'ann@mail.com, <EMAIL_1>, <OTHER_1>', metadata: { by: 'a@mail.com' } };
    const trial = await tryPolicy(made(), 'preMemoryStore', { memory: [said] }, { state: knowing });
    const metadata = { by: '<EMAIL>' };
    expect(trial).toModify([{ content: '<EMAIL>, <EMAIL>, <OTHER_1>', metadata }]);
  });

  test('a value nested too deep is withheld, a cycle too, whatever the registry says about errors', async () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const trial = await tryPolicy(
      made(),
      'onToolCallResult',
      { call: call({}), result: cycle },
      { strict: false, onError: 'allow' },
    );
    expect(trial).toDeny({ code: 'hook_failed' });
  });

  test('a full vault hides by placeholder and keeps what it has', async () => {
    const { value } = await tryPolicy(made({ maxValues: 1 }), 'onUserMessage', {
      message: user('ann@mail.com bob@mail.com'),
    });
    expect(value).toEqual(user('<EMAIL_1> <EMAIL>'));
  });
});

test.each([
  [{ maxValues: -1 }],
  [{ maxValues: 1.5 }],
  [{ detectors: [{ types: ['e-mail'], find: () => [] }] }],
])('refuses %j when it is made', (options) => {
  expect(() => made(options)).toThrow('[invalid_option]');
});

describe('the real values', () => {
  const tool = { name: 'look_up', origin: 'local', known: true, enabled: true } as const;
  const lookUp = (hooks: Hooks): Promise<unknown> =>
    hooks.inSession({ id: 'thread-7' }, async () => {
      const done = await hooks.step('preToolCall', { call: call({}), tool }, () => 'ann@mail.com');
      expect(done).toMatchObject({ output: '<EMAIL_1>' });
    });

  test.each([
    ['stay when a session ends, so that it can go on', {}, true],
    ['go when a session ends, where asked to', { vault: 'forget' }, false],
  ] as const)('%s', async (_, options, stays) => {
    const inner = memoryStore();
    const keys = new Set<string>();
    const store: StateStore = {
      ...inner,
      update(key, change, ttlMs) {
        keys.add(key);
        return inner.update(key, change, ttlMs);
      },
    };
    const hooks = createHooks({ store, policies: [made(options)] });
    await lookUp(hooks);
    await hooks.flush();
    const held = JSON.stringify(await Promise.all([...keys].map(async (key) => store.get(key))));
    expect(keys.size).toBeGreaterThan(0);
    expect(held.includes('ann@mail.com')).toBe(stays);
    await hooks.close();
  });

  test('an unknown word for what becomes of them is refused', () => {
    expect(() => made({ vault: 'burn' as never })).toThrow('[invalid_option]');
  });
});
