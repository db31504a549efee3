import { describe, expect, test } from 'vitest';

import { withMembers } from './hooked-value.ts';
import { shadowed } from './shadowed.ts';

class Counter {
  #count = 0;
  step = 1;

  get count(): number {
    return this.#count;
  }

  add(): number {
    this.#count += this.step;
    return this.#count;
  }
}

describe.each(['as it is', 'frozen'])('an object with members of its own, %s', (how) => {
  const counter = (): Counter => {
    const own = new Counter();
    return how === 'frozen' ? (Object.freeze(own) as Counter) : own;
  };

  test('is of its class, and its methods and getters reach private fields', () => {
    const own = counter();
    const shown = shadowed(own, { step: 5, title: 'one' }) as Counter & { title: string };
    expect(shown).toBeInstanceOf(Counter);
    expect([shown.add(), shown.count, own.count, shown.step, shown.title]).toEqual([
      1,
      1,
      1,
      5,
      'one',
    ]);
    expect(Reflect.get(shown, 'add')).toBe(Reflect.get(shown, 'add'));
  });

  test('lists, spreads and has what it has and what it was given', () => {
    const shown = shadowed(counter(), { title: 'one' });
    expect(Object.keys(shown)).toEqual(['step', 'title']);
    expect(Object.assign({}, shown)).toEqual({ step: 1, title: 'one' });
    expect(['title' in shown, 'add' in shown, 'other' in shown]).toEqual([true, true, false]);
  });

  test('takes what is written to it only where the object takes it', () => {
    const own = counter();
    const shown = shadowed(own, {});
    expect(Reflect.set(shown, 'step', 3)).toBe(how !== 'frozen');
    expect(own.step).toBe(how === 'frozen' ? 1 : 3);
  });
});

test('a frozen object or function can have replaced members', () => {
  const ask = Object.freeze(Object.assign(() => 'called', { model: () => 'own' }));
  const hooked = withMembers(ask, { model: () => 'hooked' });
  expect([hooked(), hooked.model()]).toEqual(['called', 'hooked']);
  const frozen = Object.freeze({ model: () => 'own', other: () => 'other' });
  const other = withMembers(frozen, { model: () => 'hooked', more: 1 });
  expect([other.model(), other.other(), 'more' in other]).toEqual(['hooked', 'other', false]);
});

test('an object that fixes some of its members can have replaced members', () => {
  const fixed = { model: () => 'own', other: () => 'other' };
  Object.defineProperty(fixed, 'other', { configurable: false, writable: false });
  expect(withMembers(fixed, { model: () => 'hooked' }).other()).toBe('other');
  Object.defineProperty(fixed, 'model', { configurable: false, writable: false });
  const hooked = withMembers(fixed, { model: () => 'hooked' });
  expect([hooked.model(), hooked.other()]).toEqual(['hooked', 'other']);
});

test('methods of an object that fixes a member call the replaced members if they run on the proxy', () => {
  const fixed = Object.freeze({
    model: () => 'own',
    ask(): string {
      return this.model();
    },
  });
  const hooked = withMembers(fixed, { model: () => 'hooked' }, { methodsRunOn: 'proxy' });
  expect(hooked.ask()).toBe('hooked');
});

test('a frozen class with replaced members can still be made and extended', () => {
  class Model {
    static make = () => 'own';
    name = 'small';
  }
  const Hooked = withMembers(Object.freeze(Model), { make: () => 'hooked' });
  class Other extends Hooked {}
  expect([Hooked.make(), Other.make()]).toEqual(['hooked', 'hooked']);
  expect(new Hooked()).toBeInstanceOf(Model);
  expect(new Hooked().name).toBe('small');
  expect(new Other()).toBeInstanceOf(Other);
});

test('an object with other members gives back promises of a class of their own as they are', () => {
  class Request extends Promise<number> {}
  const asking = { ask: () => Request.resolve(1), close: () => undefined };
  const hooked = withMembers(asking, { close: () => undefined });
  expect(hooked.ask()).toBeInstanceOf(Request);
  const sent = Request.resolve(2);
  asking.ask = () => sent;
  expect(withMembers(asking, {}).ask()).toBe(sent);
});
