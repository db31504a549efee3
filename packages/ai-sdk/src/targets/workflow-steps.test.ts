import { createHooks } from '@interpose/core';
import { expect, test } from 'vitest';

import { memoryModel } from '../../test/memory-model.ts';
import { withHooks } from '../index.ts';

const SERIALIZE = Symbol.for('workflow-serialize');

/** A model that a workflow can send to a step, as those of the SDK's providers. */
class SentModel {
  static [SERIALIZE] = (model: SentModel): object => ({ modelId: model.modelId });
  readonly specificationVersion = 'v3';
  readonly provider = 'memory';
  readonly modelId = 'memory-7';
  readonly supportedUrls = {};
  readonly #memory = memoryModel([{ text: 'Hello.' }]).model;
  doGenerate = this.#memory.doGenerate.bind(this.#memory);
  doStream = this.#memory.doStream.bind(this.#memory);
}

/** What a workflow sends of an object: it asks the object's class. */
function sent(value: object): unknown {
  return (value.constructor as typeof SentModel)[SERIALIZE](value as SentModel);
}

test('a hooked model that a workflow sends to a step goes without its hooks, and you are told', () => {
  const told: unknown[] = [];
  const hooks = createHooks();
  hooks.addHook('onHookError', ({ error }) => void told.push(String(error)));
  const model = withHooks(new SentModel(), hooks);
  expect(sent(model)).toEqual({ modelId: 'memory-7' });
  sent(model);
  expect(told).toEqual([expect.stringContaining('[unmediated_call] a hooked model in a step')]);
});

test('a hooked model that a workflow sends to a step is refused where enforcement is asked for', () => {
  const model = withHooks(new SentModel(), createHooks(), { require: 'enforced' });
  expect(() => sent(model)).toThrow('[not_enforced]');
});

test('a hooked model is of its class, whether or not workflows can send it', () => {
  const model = withHooks(new SentModel(), createHooks());
  expect(model).toBeInstanceOf(SentModel);
  expect(model.constructor.name).toBe('SentModel');
  const { model: plain } = memoryModel([]);
  expect(withHooks(plain, createHooks()).constructor).toBe(plain.constructor);
});

test.each([true, false])(
  'a hooked model of a class that fixes this method is told of as well, frozen: %s',
  (isFrozen) => {
    class Fixed extends SentModel {}
    Object.defineProperty(Fixed, SERIALIZE, { value: () => ({ isFixed: true }) });
    if (isFrozen) Object.freeze(Fixed);
    const model = withHooks(new Fixed(), createHooks());
    expect(sent(model)).toEqual({ isFixed: true });
    expect(() => sent(withHooks(model, createHooks(), { require: 'enforced' }))).toThrow(
      '[not_enforced]',
    );
    expect(SERIALIZE in model.constructor).toBe(true);
    expect(model.constructor.name).toBe('Fixed');
    expect(model).toBeInstanceOf(model.constructor);
    expect(Reflect.construct(model.constructor as typeof Fixed, [])).toBeInstanceOf(Fixed);
  },
);
