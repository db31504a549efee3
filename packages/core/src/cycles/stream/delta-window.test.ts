import { describe, expect, test } from 'vitest';

import {
  createHooks,
  deny,
  type Context,
  type Disposer,
  type HookOptions,
  type Hooks,
} from '../../index.ts';
import { deltasLeft, textDelta, textLeft, textParts } from '../../../test/stream-step.ts';
import { streamThrough } from '../../../test/stream-through.ts';

const hide = ({ delta }: Context<'onResponseDelta'>) => ({
  delta: delta.replaceAll('secret', '***'),
});

function hiding(options: HookOptions<'onResponseDelta', never> = { window: 6 }): Hooks {
  const hooks = createHooks();
  hooks.addHook('onResponseDelta', hide, options);
  return hooks;
}

describe('a window', () => {
  test.each([
    [['my sec', 'ret is']],
    [['my s', 'e', 'c', 'r', 'e', 't', ' is']],
    [['my secret is']],
    [['', 'my secre', 't', ' is', '']],
  ])('catches a match that straddles the chunks %j', async (chunks) => {
    const left = await streamThrough(hiding(), [textParts(...chunks)]);
    expect(textLeft(left)).toBe('my *** is');
    expect(left.at(-1)).toEqual({ kind: 'finish' });
  });

  test('catches nothing that straddles where it is not declared', async () => {
    expect(textLeft(await streamThrough(hiding({}), [textParts('sec', 'ret')]))).toBe('secret');
  });

  test('is flushed through the hooks before its block closes, as the last delta', async () => {
    const hooks = hiding();
    const last: unknown[] = [];
    hooks.addHook('onResponseDelta', (ctx) => void last.push([ctx.delta, ctx.last]));
    const left = await streamThrough(hooks, [textParts('abcdefghij')]);
    expect(left.map((part) => 'kind' in part && part.kind)).toEqual([
      'meta',
      'delta',
      'delta',
      'close',
      'finish',
    ]);
    expect(deltasLeft(left)).toEqual(['abcd', 'efghij']);
    expect(last).toEqual([
      ['abcdefghij', false],
      ['efghij', true],
    ]);
  });

  test('is flushed at the end of a stream that never closed its blocks', async () => {
    expect(
      deltasLeft(await streamThrough(hiding(), [[textDelta('abc'), { kind: 'finish' }]])),
    ).toEqual(['abc']);
    expect(deltasLeft(await streamThrough(hiding(), [[textDelta('abc')]]))).toEqual(['abc']);
  });

  test('may deny what it holds at the very end', async () => {
    const hooks = createHooks();
    hooks.addHook(
      'onResponseDelta',
      ({ delta, last }) => (last && delta.endsWith('c') ? deny('no') : undefined),
      { window: 5 },
    );
    for (const parts of [textParts('abc'), [textDelta('abc'), { kind: 'finish' } as const]])
      expect((await streamThrough(hooks, [parts])).at(-1)).toMatchObject({
        kind: 'refused',
        started: false,
      });
  });

  test('of several hooks is the widest', async () => {
    const hooks = hiding({ window: 2 });
    hooks.addHook('onResponseDelta', () => undefined, { window: 7 });
    expect(deltasLeft(await streamThrough(hooks, [textParts('0123456789')]))[0]).toBe('012');
  });

  test('may say how much of the pending text can still become a match', async () => {
    const hooks = hiding({
      window: (pending) => /s(e(c(r(e)?)?)?)?$/.exec(pending)?.[0].length ?? 0,
    });
    expect(
      deltasLeft(await streamThrough(hooks, [textParts('plain', ' text s', 'ecre', 't!')])),
    ).toEqual(['plain', ' text ', '***!']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    ['says no length', () => NaN],
    ['says a negative length', () => -1],
  ])('that %s holds everything until the end', async (_, window) => {
    const left = deltasLeft(
      await streamThrough(hiding({ window }), [textParts('se', 'cret', ' x')]),
    );
    expect(left).toEqual(['*** x']);
  });

  test('that throws is reported', async () => {
    const hooks = createHooks();
    const errors: unknown[] = [];
    const window = (): never => {
      throw new Error('x');
    };
    hooks.addHook('onResponseDelta', () => undefined, { window, name: 'w' });
    hooks.observe('onHookError', ({ hook, failedEvent }) => void errors.push([hook, failedEvent]));
    await streamThrough(hooks, [textParts('a')]);
    expect(errors).toEqual([['w', 'onResponseDelta']]);
  });

  test('of a disposed or monitored hook holds nothing', async () => {
    const hooks = createHooks();
    const gone: Disposer = hooks.addHook('onResponseDelta', (): void => gone(), { window: 10 });
    hooks.addHook('onResponseDelta', () => undefined, { window: 10, mode: 'monitor' });
    hooks.addHook('onResponseDelta', () => undefined);
    expect(deltasLeft(await streamThrough(hooks, [textParts('abc')]))).toEqual(['abc']);
  });

  test('never cuts a character in two', async () => {
    const left = deltasLeft(await streamThrough(hiding({ window: 3 }), [textParts('ab😀😀')]));
    expect(left).toEqual(['ab', '😀😀']);
    expect(deltasLeft(await streamThrough(hiding({ window: 1 }), [textParts('😀')]))).toEqual([
      '😀',
    ]);
  });

  test('is kept per block', async () => {
    const left = await streamThrough(hiding(), [
      [
        textDelta('sec', '1'),
        textDelta('ret', '2'),
        { kind: 'close', id: '1' },
        { kind: 'close', id: '2' },
      ],
    ]);
    expect(deltasLeft(left)).toEqual(['sec', 'ret']);
  });
});
