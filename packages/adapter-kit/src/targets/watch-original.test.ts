import { createHooks, InterposeError, type Hooks } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';

import { reportOnce } from './report-once.ts';
import { unwatched, watchOriginal } from './watch-original.ts';

class Desk {
  #answers = 0;
  readonly name: string = 'desk';

  async run(): Promise<string> {
    this.#answers += 1;
    return `answer ${this.#answers}`;
  }
}

/** Returns what `onHookError` was told. */
function listening(hooks: Hooks): string[] {
  const told: string[] = [];
  hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
  return told;
}

function watch(original: object, hooks: Hooks, require?: 'enforced'): void {
  const options = require === undefined ? {} : { require };
  const name = 'the agent "desk"';
  watchOriginal(original, ['run', 'stream'], {
    hooks,
    options,
    adapter: 'toy',
    event: 'preRequest',
    name,
  });
}

describe('an original that was hooked', () => {
  test('runs as before and is told of once, by name', async () => {
    const desk = new Desk();
    const hooks = createHooks();
    const told = listening(hooks);
    watch(desk, hooks);
    expect([await desk.run(), await desk.run()]).toEqual(['answer 1', 'answer 2']);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('[unhooked_original] the agent "desk" was run');
  });

  test("does not run where require: 'enforced' was asked for, whoever hooks it later", async () => {
    const desk = new Desk();
    watch(desk, createHooks(), 'enforced');
    watch(desk, createHooks());
    await expect(desk.run()).rejects.toMatchObject({ code: 'unhooked_original' });
    const run = unwatched<() => Promise<string>>(Reflect.get(desk, 'run'));
    expect(await run.call(desk)).toBe('answer 1');
  });

  test('is called by another copy of the package that hooked it too, and nobody is told', async () => {
    const desk = new Desk();
    const hooks = createHooks();
    const told = listening(hooks);
    const run = (): (() => Promise<string>) => Reflect.get(desk, 'run');
    const own = run();
    watch(desk, hooks);
    vi.resetModules();
    const other = await import('./watch-original.ts');
    other.watchOriginal(desk, ['run'], {
      hooks,
      options: {},
      adapter: 'toy',
      event: 'preRequest',
      name: 'the agent "desk"',
    });
    expect(other.unwatched).not.toBe(unwatched);
    expect([other.unwatched(run()), unwatched(run())]).toEqual([own, own]);
    await other.unwatched(run()).call(desk);
    expect(told).toEqual([]);
  });

  test('tells the registry that hooked it last', async () => {
    const desk = new Desk();
    const [first, last] = [createHooks(), createHooks()];
    const told = [listening(first), listening(last)];
    watch(desk, first);
    watch(desk, last);
    await desk.run();
    expect(told.map(({ length }) => length)).toEqual([0, 1]);
  });

  test('is still of its class, lists the same members, and has no method it did not have', () => {
    const desk = new Desk();
    watch(desk, createHooks());
    expect(desk).toBeInstanceOf(Desk);
    expect(Object.keys(desk)).toEqual(['name']);
    expect('stream' in desk).toBe(false);
  });

  test('is not told of where what inherits from it runs', async () => {
    const answering = { run: async () => 'hello' };
    const hooks = createHooks();
    const told = listening(hooks);
    watch(answering, hooks);
    const heir = Object.create(answering) as typeof answering;
    expect(await heir.run()).toBe('hello');
    expect(told).toEqual([]);
  });

  test('takes another method in place of a watched one as it would unwatched', () => {
    const desk = new Desk();
    watch(desk, createHooks());
    const other = async (): Promise<string> => 'other';
    desk.run = other;
    expect(Reflect.get(desk, 'run')).toBe(other);
    expect(Object.keys(desk)).toContain('run');
  });

  test('stays as it is where it takes no new members', async () => {
    const frozen = Object.freeze(new Desk());
    watch(frozen, createHooks(), 'enforced');
    expect(await frozen.run()).toBe('answer 1');
  });
});

test('what passed no hooks is told once for each registry, and as a warning outside production', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const error = new InterposeError('unmediated_call', 'ask passed no hooks', 'do not ask');
  const registries = [createHooks(), createHooks()];
  const told = registries.map(listening);
  for (const hooks of [...registries, ...registries])
    reportOnce(hooks, { adapter: 'toy', event: 'preRequest', error });
  expect(told.map(({ length }) => length)).toEqual([1, 1]);
  expect(warn).toHaveBeenCalledTimes(2);
  vi.stubEnv('NODE_ENV', 'production');
  reportOnce(createHooks(), { adapter: 'toy', event: 'preRequest', error });
  expect(warn).toHaveBeenCalledTimes(2);
  vi.unstubAllEnvs();
  warn.mockRestore();
});
