import { describe, expect, test } from 'vitest';

import {
  ask,
  createHooks,
  deny,
  modify,
  respond,
  type EventOptions,
  type Hooks,
} from '../../index.ts';
import { defineEvent } from './define-event.ts';

/** Hooks with one custom event. It has the type of any event, since this file declares none. */
function withEvent(options: EventOptions): {
  readonly hooks: Hooks;
  readonly add: (hook: (ctx: Record<string, unknown>) => unknown, priority?: number) => void;
  readonly dispatch: (payload?: object) => Promise<unknown>;
} {
  const hooks = createHooks({ approver: () => ({ approved: true }) });
  hooks.defineEvent('preDeploy', options);
  const event = 'preDeploy' as 'preToolCall';
  return {
    hooks,
    add: (hook, priority = 100) => void hooks.addHook(event, hook as () => undefined, { priority }),
    dispatch: async (payload = {}) => hooks.dispatch(event, payload as never),
  };
}

describe('a custom event', () => {
  test('goes through the same dispatcher', async () => {
    const { add, dispatch } = withEvent({ kind: 'interceptor', slot: 'build', outcomes: ['url'] });
    add(({ build }) => modify({ ...(build as object), checked: true }));
    add(({ build }) => ((build as { tag?: string }).tag === 'bad' ? deny('no') : undefined));
    expect(await dispatch({ build: {} })).toEqual({ decision: 'modify', value: { checked: true } });
    expect(await dispatch({ build: { tag: 'bad' } })).toMatchObject({ decision: 'deny' });
  });

  test('takes the keyed forms of its slot and outcomes', async () => {
    const { add, dispatch } = withEvent({ kind: 'interceptor', slot: 'build', outcomes: ['url'] });
    let said: unknown = { build: 7 };
    add(() => said);
    expect(await dispatch({ build: 1 })).toEqual({ decision: 'modify', value: 7 });
    said = { url: 'x' };
    expect(await dispatch()).toEqual({ decision: 'respond', outcome: { url: 'x' } });
    said = { link: 'x' };
    expect(await dispatch()).toMatchObject({ code: 'invalid_verdict' });
  });

  test.each<[EventOptions, readonly string[]]>([
    [{ kind: 'interceptor' }, ['allow', 'deny', 'ask']],
    [{ kind: 'interceptor', slot: 'x' }, ['allow', 'deny', 'modify', 'ask']],
    [{ kind: 'interceptor', outcomes: ['y'] }, ['allow', 'deny', 'respond', 'ask']],
    [{ kind: 'interceptor', slot: 'x', verbs: [] }, ['allow', 'deny']],
    [{ kind: 'interceptor', slot: 'x', verbs: ['modify', 'deny'] }, ['allow', 'deny', 'modify']],
    [{ kind: 'interceptor', after: true, verbs: ['retry'] }, ['allow', 'deny', 'retry']],
    [{ kind: 'observer' }, []],
  ])('%j takes the verbs %j', (options, verbs) => {
    expect(defineEvent('e', options)).toEqual({
      name: 'e',
      kind: options.kind,
      slot: options.slot,
      outcomes: options.outcomes ?? [],
      verbs,
      after: options.after === true,
      checkSlot: undefined,
      keys: undefined,
      ending: false,
    });
  });

  test('denies what it does not take', async () => {
    const { add, dispatch } = withEvent({ kind: 'interceptor', slot: 'x', verbs: [] });
    add(() => ask('?'));
    expect(await dispatch()).toMatchObject({ code: 'ask_unsupported' });
  });

  test('is mirrored where it comes after a step', async () => {
    for (const after of [true, false]) {
      const { add, dispatch } = withEvent({ kind: 'interceptor', after });
      const log: number[] = [];
      for (const priority of [1, 2]) add(() => void log.push(priority), priority);
      await dispatch();
      expect(log).toEqual(after ? [2, 1] : [1, 2]);
    }
  });

  test('for observers decides nothing', async () => {
    const { add, dispatch } = withEvent({ kind: 'observer' });
    add(() => deny('no'));
    expect(await dispatch()).toEqual({ decision: 'allow' });
  });

  test('shows hooks every key of its payload, read-only', async () => {
    const { add, dispatch } = withEvent({ kind: 'interceptor' });
    const seen: unknown[] = [];
    add((ctx) => {
      seen.push(ctx['first'], ctx['second']);
      ctx['first'] = 2;
    });
    expect(await dispatch({ first: 1, second: [2] })).toMatchObject({ code: 'hook_failed' });
    expect(seen).toEqual([1, [2]]);
    await dispatch({ third: 3 });
    expect(seen.slice(2)).toEqual([undefined, undefined]);
  });

  test('may supply the outcome of a step', async () => {
    const { hooks, add } = withEvent({ kind: 'interceptor', outcomes: ['url'] });
    add(() => respond({ url: 'cached' }));
    const outcome = await hooks.step('preDeploy' as 'preToolCall', {} as never, () => 'fresh');
    expect(outcome).toEqual({ kind: 'output', output: 'cached', synthetic: true, changed: true });
  });

  test.each<[string, unknown, unknown]>([
    ['an empty name', '', { kind: 'interceptor' }],
    ['no name', undefined, { kind: 'interceptor' }],
    ['the name of all events', '*', { kind: 'observer' }],
    ['the name of an event there is', 'preToolCall', { kind: 'interceptor' }],
    ['no options', 'e', undefined],
    ['no kind', 'e', {}],
    ['an unknown kind', 'e', { kind: 'both' }],
    ['an unknown verb', 'e', { kind: 'interceptor', verbs: ['block'] }],
    ['modify without a slot', 'e', { kind: 'interceptor', verbs: ['modify'] }],
    ['respond without outcomes', 'e', { kind: 'interceptor', verbs: ['respond'] }],
    ['retry before a step', 'e', { kind: 'interceptor', verbs: ['retry'] }],
    ['verbs for observers', 'e', { kind: 'observer', verbs: ['deny'] }],
  ])('with %s is refused', (_, name, options) => {
    const hooks = createHooks();
    const define = (): void => hooks.defineEvent(name as string, options as EventOptions);
    expect(define).toThrow('[invalid_event]');
  });

  test.each<[unknown, string]>([
    [{}, 'has no kind'],
    [{ kind: 'observer', verbs: ['deny'] }, 'is for observers, who decide nothing'],
    [{ kind: 'interceptor', verbs: ['block'] }, 'takes the verb block, which does not exist'],
    [{ kind: 'interceptor', verbs: ['modify'] }, 'takes modify but has no slot'],
    [{ kind: 'interceptor', verbs: ['respond'] }, 'takes respond but has no outcomes'],
    [{ kind: 'interceptor', verbs: ['retry'] }, 'takes retry, which is for events after a step'],
  ])('%j says what is wrong and how to mend it', (options, problem) => {
    expect(() => defineEvent('preDeploy', options as EventOptions)).toThrow(
      `[invalid_event] the event preDeploy ${problem}; pass a kind, and verbs the event can carry out`,
    );
  });

  test.each([{ slot: 5 }, { outcomes: 'text' }, { verbs: 'deny' }, { after: 'yes' }])(
    'with %j is refused, since nothing could read it',
    (options) => {
      const given = { kind: 'interceptor', ...options } as unknown as EventOptions; // JavaScript may pass anything
      expect(() => createHooks().defineEvent('preDeploy', given)).toThrow('[invalid_option]');
    },
  );

  test('cannot be defined twice, nor in a registry that extends its own', () => {
    const { hooks } = withEvent({ kind: 'observer' });
    for (const each of [hooks, hooks.extend()])
      expect(() => each.defineEvent('preDeploy', { kind: 'observer' })).toThrow('[invalid_event]');
  });
});
