import { describe, expect, test } from 'vitest';

import { createHooks } from '../create-hooks.ts';
import { deny } from '../authoring/verdicts.ts';

const policy = { name: 'closed', hooks: { preToolCall: () => deny('closed') } };
const trigger = { trigger: { kind: 'mail', content: [] } } as const;
const hook = (): undefined => undefined;

/** Calls `createHooks` with values that only JavaScript lets through. */
function make(options: unknown): unknown {
  return createHooks(options as object);
}

describe('createHooks refuses', () => {
  test.for<[string, unknown, string]>([
    ['a policy', policy, '[invalid_option] createHooks takes options, and got a policy'],
    ['a list of policies', [policy], 'createHooks takes an object, and got a list; pass an'],
    ['a misspelt option', { policy: [policy] }, 'did you mean policies?'],
    ['policies that are no list', { policies: {} }, '[invalid_option] policies is not a list'],
    ['one policy for the list', { policies: policy }, '[invalid_option] policies is not a list'],
    ['null for the list', { policies: null }, '[invalid_option] policies is not a list'],
    [
      'a list that is not there',
      { policies: undefined },
      '[invalid_option] policies is not a list',
    ],
    ['an approver that is no function', { approver: true }, '[invalid_option] approver is true'],
    ['a flag that is no flag', { strict: 'no' }, '[invalid_option] strict is "no"'],
    ['a store that cannot update', { store: {} }, '[invalid_option] store is not a StateStore'],
    [
      'half a retry',
      { retries: 1.5 },
      '[invalid_option] retries is 1.5 in createHooks; pass a whole number that is not negative',
    ],
    ['half a level', { maxDepth: 0.5 }, '[invalid_option] maxDepth is 0.5'],
    ['less than nothing', { historyLimit: -1 }, '[invalid_option] historyLimit is -1'],
    ['a string', 'enforce', '[invalid_option] createHooks takes an object, and got "enforce"'],
    ['null', null, '[invalid_option] createHooks takes an object, and got null'],
  ])('%s', ([, options, message]) => {
    expect(() => make(options)).toThrow(message);
  });
});

test('an argument that nobody would read is refused', () => {
  const late = createHooks as (...given: unknown[]) => unknown;
  expect(() => late({ policies: [policy] }, { approver: hook })).toThrow(
    '[invalid_option] createHooks got more arguments than it reads; pass one object of options',
  );
  const hooks = createHooks();
  const use = hooks.use.bind(hooks) as (...given: unknown[]) => unknown;
  expect(() => use(policy, { ...policy, name: 'other' })).toThrow(
    '[invalid_option] use got more arguments than it reads; pass one object of options',
  );
  expect(() => hooks.use(policy)).not.toThrow();
});

const NOTHING =
  '[invalid_policy] the policy p cannot be used: it has no hooks; pass { name, version, hooks }';

class Methods {
  readonly preRequest = (): undefined => undefined;

  preToolCall(): object {
    return deny('never asked');
  }
}

describe('a policy is refused with', () => {
  test.for<[string, object, string]>([
    [
      'a misspelt key',
      { name: 'p', hook: {} },
      '[invalid_policy] the policy p does not know "hook"; did you mean hooks?',
    ],
    ['a mode there is not', { name: 'p', mode: 'dry' }, '[invalid_option] mode is "dry"'],
    ['nothing but a name', { name: 'p' }, NOTHING],
    ['hooks that hold nothing', { name: 'p', hooks: {} }, NOTHING],
    ['no hook at its event', { name: 'p', hooks: { preToolCall: [] } }, NOTHING],
    [
      'a setup that is no function',
      { name: 'p', setup: {} },
      'setup is an object in the policy p; pass a function',
    ],
    ['a version that is no text', { name: 'p', version: 1 }, '[invalid_option] version is 1'],
    [
      'a misspelt filter of a hook',
      { name: 'p', hooks: { preToolCall: { tools: 'refund', run: hook } } },
      '[invalid_option] the hook on preToolCall of the policy p does not know "tools"; did you mean tool?',
    ],
    [
      'a hook without run',
      { name: 'p', hooks: { preToolCall: { tool: 'refund' } } },
      '[invalid_policy]',
    ],
    ['a misspelt event', { name: 'p', hooks: { preTolCall: hook } }, '[unknown_event]'],
    ['a list for its hooks', { name: 'p', hooks: [hook] }, 'its hooks are not a plain object'],
    [
      'hooks of a class, whose methods nobody would call',
      { name: 'p', hooks: new Methods() },
      'its hooks are not a plain object',
    ],
    ['hooks in a map', { name: 'p', hooks: new Map() }, 'its hooks are not a plain object'],
    ['a list in its place', [policy], 'a list stands where a policy belongs'],
  ])('%s', ([, given, message]) => {
    expect(() => make({ policies: [given] })).toThrow(message);
    expect(() => createHooks().use(given as never)).toThrow(message);
  });
});

describe('a hook is refused with', () => {
  test.for<[string, object | string, string]>([
    ['a misspelt option', { priorty: 1 }, 'did you mean priority?'],
    ['a priority that is no number', { priority: 'first' }, '[invalid_option] priority is "first"'],
    ['a condition that is no function', { when: true }, '[invalid_option] when is true'],
    ['an onError there is not', { onError: 'ignore' }, '[invalid_option] onError is "ignore"'],
    ['a mode there is not', { mode: 'dry' }, '[invalid_option] mode is "dry"'],
    ['a stream there is not', { stream: 'watch' }, '[invalid_option] stream is "watch"'],
    ['a window that is no number', { window: '8' }, '[invalid_option] window is "8"'],
    ['once that is no flag', { once: 1 }, '[invalid_option] once is 1'],
    ['a name for the options', 'guard', 'takes an object, and got "guard"'],
    ['a signal that gives no signs', { signal: {} }, '[invalid_option] signal is no AbortSignal'],
    ['a tool with space around it', { tool: ' refund' }, '[invalid_option] tool is " refund"'],
    [
      'alternatives with space',
      { tool: 'refund | pay' },
      '[invalid_option] tool is "refund | pay"',
    ],
    ['an empty alternative', { agent: 'a||b' }, '[invalid_option] agent is "a||b"'],
  ])('%s', ([, options, message]) => {
    expect(() => createHooks().addHook('preToolCall', hook, options as object)).toThrow(message);
  });
});

test('an observer is refused with a misspelt option or a value there is not', () => {
  const observe = (options: object) => () => createHooks().observe('preToolCall', hook, options);
  expect(observe({ runs: 'sequence' })).toThrow('did you mean run?');
  expect(observe({ run: 'order' })).toThrow('[invalid_option] run is "order"');
  expect(observe({ onError: 'deny' })).toThrow('[invalid_option] onError is "deny"');
});

test('where a dispatch belongs, and what a layer adds, is read whole or not at all', async () => {
  const hooks = createHooks({ policies: [policy] });
  const step = (options: object) => () => hooks.dispatch('onTrigger', trigger, options);
  expect(step({ sesion: { id: 't' } })).toThrow('a dispatch does not know "sesion"');
  hooks.addHook('onTrigger', hook);
  expect(step({ sesion: { id: 't' } })).toThrow('a dispatch does not know "sesion"');
  expect(step({ session: 't' })).toThrow('a session takes an object, and got "t"');
  await expect(hooks.inSession({ ID: 't' } as object, hook)).rejects.toThrow('did you mean id?');
  expect(() => hooks.extend({ policy: [] } as object)).toThrow('did you mean policies?');
  const misread = hooks.extend.bind(hooks) as (...given: readonly unknown[]) => unknown;
  expect(() => misread({ policies: undefined })).toThrow('policies is not a list; write extend({');
  expect(() => misread({ policies: [] }, { approver: hook })).toThrow('extend got more arguments');
  expect(() => hooks.extend({ approver: true as never })).toThrow('[invalid_option] approver is');
  expect(() => hooks.extend({ policies: {} as never })).toThrow('policies is not a list');
  expect(() => hooks.extend({ policies: undefined as never })).toThrow('policies is not a list');
  const untyped = hooks as unknown as { extend(...given: readonly object[]): unknown }; // JavaScript can pass more arguments
  expect(() => untyped.extend({}, { policies: [policy] })).toThrow('extend got more arguments');
});

test('a window is refused where no pieces of a stream come', () => {
  const add = (event: 'preToolCall' | 'onResponse', options: object) => () =>
    createHooks().addHook(event, hook, options);
  expect(add('preToolCall', { window: 8 })).toThrow(
    '[invalid_option] window says nothing at preToolCall; drop it',
  );
  expect(add('onResponse', { window: 8 })).toThrow('window says nothing at onResponse');
});

test('a custom event is refused with a key that nobody would read', () => {
  const define = () =>
    createHooks().defineEvent('preDeploy', { kind: 'interceptor', slots: 'build' } as never);
  expect(define).toThrow(
    '[invalid_event] the event preDeploy does not know "slots"; did you mean slot?',
  );
});

test('a hook whose tool, agent or signal cannot be one names it', () => {
  const add = (options: object) => () => createHooks().addHook('preToolCall', hook, options);
  expect(add({ tool: ['a', 'b'] })).toThrow(
    "tool is neither a name nor a RegExp; pass one name, several as 'a|b'",
  );
  expect(add({ agent: 5 })).toThrow('agent is neither a name nor a RegExp');
  expect(add({ signal: true })).toThrow(
    'signal is true in the hook on preToolCall; pass an object',
  );
  expect(add(null as never)).toThrow('takes an object, and got null');
});

test('what a refused policy had registered before is taken back', async () => {
  const hooks = createHooks();
  const half = {
    name: 'half',
    hooks: { preRequest: hook, preToolCall: { tools: 'x', run: hook } },
  };
  expect(() => hooks.use(half as never)).toThrow('did you mean tool?');
  hooks.use({ name: 'half', hooks: { preRequest: hook } });
});
