import { createHooks } from '@interpose/core';
import { createAgent } from 'langchain';
import { describe, expect, test } from 'vitest';

import { PlainModel } from '../../test/plain-model.ts';
import { withHooks } from '../index.ts';

const unknown = { fallbackModels: [new PlainModel('Hi.')] } as object;

describe('a parameter of a factory that the census does not know and that can act', () => {
  test('is told of once, and passed on', () => {
    const hooks = createHooks();
    const told: string[] = [];
    hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
    const make = withHooks(createAgent, hooks);
    make({ model: new PlainModel('Hi.'), tools: [], ...unknown });
    make({ model: new PlainModel('Hi.'), tools: [], ...unknown });
    expect(told.map((each) => /\[unmediated_call\] (\w+)/.exec(each)?.[1])).toEqual([
      'fallbackModels',
    ]);
  });

  test("is refused under require: 'enforced'", () => {
    const make = withHooks(createAgent, createHooks(), { require: 'enforced' });
    expect(() => make({ model: new PlainModel('Hi.'), tools: [], ...unknown })).toThrow(
      /^\[not_enforced\].*fallbackModels/,
    );
    expect(() => make({ model: new PlainModel('Hi.'), tools: [] })).not.toThrow();
  });
});
