import { createHooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { cloneWith, makeTags, unknownTarget, withMembers } from './hooked-value.ts';

/** A class as SDKs have them: its data is in private fields alone. */
class Counter {
  #count = 0;
  readonly step = 1;

  get count(): number {
    return this.#count;
  }

  add(): number {
    this.#count += this.step;
    return this.#count;
  }

  addTwice(): number {
    this.add();
    return this.add();
  }
}

describe('tags', () => {
  const target = { ask: () => 'hello' };

  test('give back what was hooked to the registry that hooked it, and to no other', () => {
    const tags = makeTags('toy');
    const [hooks, others] = [createHooks(), createHooks()];
    const hooked = tags.mark({ ...target }, { hooks, target });
    expect(tags.unhooked(hooked, hooks)).toBe(target);
    expect(tags.unhooked(hooked, others)).toBe(hooked);
    expect(tags.unhooked(target, hooks)).toBe(target);
  });

  test('are found by another copy of the adapter, and by no other adapter', () => {
    const tag = { hooks: createHooks(), target };
    const hooked = makeTags('toy').mark({}, tag);
    expect(makeTags('toy').of(hooked)).toBe(tag);
    expect(makeTags('other').of(hooked)).toBeUndefined();
  });

  test('are on functions too, and on nothing that cannot have one', () => {
    const tags = makeTags('toy');
    const tag = { hooks: createHooks(), target };
    expect(tags.of(tags.mark(() => 'hello', tag))).toBe(tag);
    for (const value of [undefined, null, 7, 'text']) expect(tags.of(value)).toBeUndefined();
  });

  test('are neither listed nor copied by a spread', () => {
    const tags = makeTags('toy');
    const hooked = tags.mark({ ...target }, { hooks: createHooks(), target });
    expect(Object.keys(hooked)).toEqual(['ask']);
    expect(tags.of({ ...hooked })).toBeUndefined();
  });
});

/** A class as SDKs have them: members that configure the object return it. */
class Fluent {
  get self(): this {
    return this;
  }

  with(): this {
    return this;
  }

  async load(): Promise<this> {
    return this;
  }

  ask(): string {
    return 'asked';
  }
}

describe('an object with other members', () => {
  test.each([
    ['as it is', new Fluent()],
    ['frozen', Object.freeze(new Fluent())],
  ])('has them too where it gives itself back, %s', async (_, fluent) => {
    const hooked = withMembers(fluent, { ask: () => 'refused' });
    for (const given of [hooked.with(), hooked.self, await hooked.load()])
      expect([given.ask(), given === hooked]).toEqual(['refused', true]);
  });

  test('is still of its class, and its methods and getters reach private fields', () => {
    const counter = withMembers(new Counter(), { step: 5 });
    expect(counter).toBeInstanceOf(Counter);
    expect(counter.step).toBe(5);
    expect(counter.add()).toBe(1);
    expect(counter.count).toBe(1);
    expect(Reflect.get(counter, 'add')).toBe(Reflect.get(counter, 'add'));
  });

  test('leaves the object itself as it was', () => {
    const counter = new Counter();
    withMembers(counter, { add: () => 100 });
    expect(counter.add()).toBe(1);
  });

  test('has its other methods call the replaced ones only where they run on what comes back', () => {
    class Agent {
      model(): string {
        return 'own model';
      }

      run(): string {
        return this.model();
      }
    }
    const members = { model: () => 'hooked model' };
    const onProxy = withMembers(new Agent(), members, { methodsRunOn: 'proxy' });
    const onTarget = withMembers(new Agent(), members);
    expect([onProxy.run(), onTarget.run()]).toEqual(['hooked model', 'own model']);
  });

  test('has no member that the object does not have, so that nobody takes it for another kind', () => {
    const streaming = { stream: () => 'parts', ask: () => 'hooked' };
    const hooked = withMembers({ ask: () => 'own' }, streaming);
    expect(hooked.ask()).toBe('hooked');
    expect(Reflect.get(hooked, 'stream')).toBeUndefined();
  });

  test('carries its tag, which the object itself has not', () => {
    const tags = makeTags('toy');
    const target = new Counter();
    const tag = { hooks: createHooks(), target };
    const hooked = withMembers(target, {}, { methodsRunOn: 'target', tagged: { by: tags, tag } });
    expect(tags.of(hooked)).toBe(tag);
    expect(tags.of(target)).toBeUndefined();
    const frozen = withMembers(
      Object.freeze({ ask: 1 }),
      { ask: 2 },
      {
        methodsRunOn: 'target',
        tagged: { by: tags, tag },
      },
    );
    expect([tags.of(frozen), tags.of({ ...frozen }), frozen.ask]).toEqual([tag, undefined, 2]);
  });
});

describe('a copy with other members', () => {
  test('keeps its class, what is hidden, and getters that read it', () => {
    const secret = Symbol('secret');
    class Tool {
      name = 'pay';

      get title(): string {
        return `the tool ${this.name}`;
      }
    }
    const tool = Object.defineProperty(new Tool(), secret, { value: 'kept' });
    const copy = cloneWith(tool, { name: 'refund' });
    expect(copy).toBeInstanceOf(Tool);
    expect(copy.title).toBe('the tool refund');
    expect(Reflect.get(copy, secret)).toBe('kept');
    expect(Object.keys(copy)).toEqual(['name']);
    expect(tool.name).toBe('pay');
  });

  test('takes a getter as a getter, and does not call it', () => {
    let reads = 0;
    const copy = cloneWith(
      { count: 0 },
      {
        get count() {
          return ++reads;
        },
      },
    );
    expect(reads).toBe(0);
    expect([copy.count, copy.count]).toEqual([1, 2]);
  });
});

test('something that cannot be hooked is called by what it is, and the error says what to pass', () => {
  const said = (target: unknown): string => unknownTarget(target, 'pass an agent').message;
  expect(said(new Counter())).toBe(
    '[target_unknown] this Counter is nothing that hooks can be put around; pass an agent',
  );
  expect(said({})).toContain('this Object');
  // `inspect` throws the same error, and nobody called `withHooks` there.
  expect(said({})).not.toContain('withHooks');
  expect(said(Object.create(null))).toContain('this object');
  expect(said(undefined)).toContain('a value of type undefined');
  expect(said(null)).toContain('a value of type object');
});
