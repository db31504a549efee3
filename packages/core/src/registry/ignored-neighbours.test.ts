import { describe, expect, test } from 'vitest';

import { createHooks, definePolicy, deny, memoryStore, type Hooks } from '../index.ts';

const run = (): undefined => undefined;

/** A hook that inherits its `tool`. Code that copies only own keys would run it for every tool. */
class RefundHook {
  readonly run = run;

  get tool(): string {
    return 'refund';
  }
}

/** Calls a method as JavaScript can, with more arguments than it reads. */
function untyped(
  hooks: Hooks,
  method: 'addHook' | 'observe' | 'defineEvent',
): (...given: unknown[]) => unknown {
  return (hooks[method] as (...given: unknown[]) => unknown).bind(hooks);
}

test.each(['addHook', 'observe'] as const)(
  '%s refuses what stands behind its options',
  (method) => {
    const add = untyped(createHooks(), method);
    expect(() => add('preToolCall', run, {}, { priority: 1 })).toThrow(
      'got more arguments than it',
    );
    expect(() => add('preToolCall', run, {})).not.toThrow();
  },
);

test('defineEvent and definePolicy refuse what stands behind what they read', () => {
  const define = untyped(createHooks(), 'defineEvent');
  const options = { kind: 'interceptor', slot: 'parcel' };
  expect(() => define('preShip', options, { verbs: ['allow'] })).toThrow(
    '[invalid_option] the event preShip got more arguments than it reads; pass one object of options',
  );
  expect(() => define('preShip', options)).not.toThrow();
  const policy = { name: 'closed', hooks: { preToolCall: () => deny('closed') } };
  const make = definePolicy as (...given: unknown[]) => unknown;
  expect(() => make(policy, { mode: 'monitor' })).toThrow(
    '[invalid_option] definePolicy got more arguments than it reads; pass one object of options',
  );
  expect([policy].map((each, at, all) => make(each, at, all))).toEqual([policy]);
});

describe('createHooks refuses', () => {
  test.each<[string, object, string]>([
    ['a key that is a symbol', { [Symbol('policies')]: [] }, 'know "Symbol(policies)"'],
    ['an inherited key', Object.create({ polices: [] }) as object, 'did you mean policies?'],
    ['parameters of a URL', new URLSearchParams('mode=monitor'), 'got a URLSearchParams'],
    ['a text that is an object', Object('monitor') as object, 'got a String'],
    ['an error', new Error('no config'), 'got an Error'],
  ])('%s in place of its options', (_, options, message) => {
    expect(() => createHooks(options)).toThrow(message);
  });

  test.each<[string, object]>([
    ['of a class', new RefundHook()],
    ['that inherits its tool', Object.assign(Object.create({ tool: 'refund' }) as object, { run })],
  ])('a hook %s, of which a part would be left out', (_, hook) => {
    const policy = { name: 'p', hooks: { preToolCall: hook as { run: typeof run } } };
    expect(() => createHooks({ policies: [policy] })).toThrow(
      '[invalid_policy] the policy p cannot be used: its hook on preToolCall is not a plain object',
    );
  });

  test('a place of a list of hooks, or of policies, that is empty', () => {
    // eslint-disable-next-line no-sparse-arrays -- it is what the test is about
    const hooks = { preToolCall: [run, , run] as never };
    expect(() => createHooks({ policies: [{ name: 'p', hooks }] })).toThrow('is not a function');
    // eslint-disable-next-line no-sparse-arrays -- as above
    expect(() => createHooks({ policies: [,] as never })).toThrow(
      'undefined stands where a policy',
    );
  });
});

const closed = { name: 'closed', hooks: { preToolCall: () => deny('no') } };

class Config {
  readonly mode = 'enforce';

  get policies(): readonly (typeof closed)[] {
    return [closed];
  }
}

test('options may be frozen, shared, without a prototype, or of a class', () => {
  const shared = Object.freeze({ policies: Object.freeze([closed]) });
  const bare = Object.assign(Object.create(null) as object, shared);
  for (const options of [shared, shared, bare, new Config()])
    expect(() => createHooks(options)).not.toThrow();
});

test('options may be a module, whose keys are read as any', async () => {
  const module = (await import('./modes.ts')) as object;
  expect(() => createHooks(module)).toThrow(/createHooks does not know "(MODES|ON_ERROR)"/);
});

test('what becomes of the options afterwards changes nothing', async () => {
  const options = { policies: [closed] };
  const hooks = createHooks(options);
  options.policies.length = 0;
  const call = { id: 'c', name: 'refund', args: {} };
  const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;
  expect(await hooks.dispatch('preToolCall', { call, tool })).toMatchObject({ decision: 'deny' });
});

test('a scope is refused with a key that nobody would read', () => {
  const { scopes } = createHooks();
  expect(() => scopes.register({ name: 'billing', tools: ['refund'], tols: [] } as never)).toThrow(
    '[invalid_option] a scope does not know "tols"; did you mean tools?',
  );
  expect(() => scopes.register({ name: '', tools: [] })).toThrow('a scope needs a name');
  expect(() => scopes.register({ name: 'billing', tools: 'refund' as never })).toThrow(
    'tools is "refund" in a scope; pass a list',
  );
});

test.for([{ always: true }, { onError: 'deny' }, { timeoutMs: 50 }])(
  'a hook of what is only observed is refused with %o, which would do nothing',
  (options) => {
    const [option = ''] = Object.keys(options);
    const hooks = createHooks();
    const add = (event: 'onChatStart' | 'onDecision' | 'preToolCall') => () =>
      hooks.addHook(event, run, options as object);
    expect(add('onChatStart')).toThrow(`[invalid_option] ${option} says nothing at onChatStart`);
    expect(add('onDecision')).toThrow(`[invalid_option] ${option} says nothing at onDecision`);
    expect(add('preToolCall')).not.toThrow();
  },
);

test('a hook that holds back no stream is refused with `stream`, which would do nothing', () => {
  const hooks = createHooks();
  const add = (event: 'onChatStart' | 'preToolCall' | 'onResponse') => () =>
    hooks.addHook(event, run, { stream: 'observe' });
  expect(add('onChatStart')).toThrow('[invalid_option] stream says nothing at onChatStart; drop');
  expect(add('preToolCall')).toThrow('[invalid_option] stream says nothing at preToolCall; drop');
  expect(add('onResponse')).not.toThrow();
});

test.for(['get', 'set', 'update', 'clear'])('a store that cannot %s is refused', (method) => {
  expect(() => createHooks({ store: { ...memoryStore(), [method]: undefined } })).toThrow(
    '[invalid_option] store is not a StateStore',
  );
});
