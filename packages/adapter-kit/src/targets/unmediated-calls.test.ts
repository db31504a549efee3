import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { noteOptions, type KnownSurface } from './unmediated-calls.ts';

const surface: KnownSurface = {
  adapter: 'toy',
  unmediated: [['rerank', 'no event']],
  options: new Set(['known']),
};

const given = {
  known: () => 'a model',
  pickModel: () => 'a model',
  fallbacks: [{ invoke: () => 'an answer' }],
  rerank: () => 'an order',
  refine: { pay: () => 'other arguments' },
  routes: [{ to: { model: { doGenerate: () => 'an answer' } } }],
  data: { deep: { execute: 1 } },
  schema: { jsonSchema: {}, validate: () => true },
  signal: new AbortController().signal,
};

test('an option that can act and is not known is told of once, and what is declared is not', () => {
  const hooks = createHooks();
  const told: string[] = [];
  hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
  noteOptions(given, surface, { hooks, options: {} });
  noteOptions(given, surface, { hooks, options: {} });
  expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual([
    'pickModel',
    'fallbacks',
    'refine',
    'routes',
  ]);
});

test("what passes no hooks is refused under require: 'enforced', declared or not", () => {
  const hooking = { hooks: createHooks(), options: { require: 'enforced' } } as const;
  for (const name of ['pickModel', 'fallbacks', 'refine', 'routes', 'rerank'] as const)
    expect(() => noteOptions({ [name]: given[name] }, surface, hooking)).toThrow(
      new RegExp(`^\\[not_enforced\\].*${name}`),
    );
  const { known, data, schema, signal } = given;
  expect(() => noteOptions({ known, data, schema, signal }, surface, hooking)).not.toThrow();
});

test('an object of a class is refused where the census declares the option, and is data elsewhere', () => {
  class Ranking {
    order(): string {
      return 'an order';
    }
  }
  const hooking = { hooks: createHooks(), options: { require: 'enforced' } } as const;
  expect(() => noteOptions({ rerank: new Ranking() }, surface, hooking)).toThrow(/rerank/);
  expect(() =>
    noteOptions({ rerank: { top: 3 }, own: new Ranking() }, surface, hooking),
  ).not.toThrow();
});
