import { expect, test } from 'vitest';

import { findTexts } from './find-texts.ts';

const secret = 'CANARY';

class Inner {
  readonly #held = secret;
  get told(): string {
    return this.#held;
  }
}

class Outer extends Inner {}

const failing = Promise.reject(new Error(secret));
failing.catch(() => undefined);

const places: Readonly<Record<string, unknown>> = {
  'a property': { deep: [{ text: `before ${secret} after` }] },
  'a key': { [secret]: 1 },
  'a symbol': { [Symbol('hidden')]: secret },
  'a property that is not listed': Object.defineProperty({}, 'hidden', { value: secret }),
  'a getter over a private field of a class above': new Outer(),
  'a map': new Map([['a', secret]]),
  'the key of a map': new Map([[secret, 1]]),
  'a set': new Set([secret]),
  bytes: new TextEncoder().encode(secret),
  'a buffer': new TextEncoder().encode(secret).buffer,
  headers: new Headers({ 'x-held': secret }),
  'the body of a response': new Response(secret),
  'the body of a request': new Request('https://example.com', { method: 'POST', body: secret }),
  'the cause of an error': new Error('no', { cause: new Error(secret) }),
  'an aggregate error': new AggregateError([new Error(secret)]),
  'a promise': Promise.resolve({ text: secret }),
  'a failed promise': failing,
  'a stream': new Response(secret).body,
  'an iterable that arrives': (async function* () {
    yield secret;
  })(),
  'a property of a function': Object.assign(() => undefined, { held: secret }),
  'a proxy': new Proxy({ text: secret }, {}),
};

test.each(Object.keys(places))('a text in %s is found', async (place) => {
  const found = await findTexts({ held: places[place] }, [secret]);
  expect(found.get(secret)).toMatch(/^value\.held/);
});

test('what is not there is not found, circles and promises that never end included', async () => {
  const circle: Record<string, unknown> = { never: new Promise(() => undefined) };
  circle['self'] = circle;
  expect(await findTexts(circle, [secret])).toEqual(new Map());
});

test('the prototype of a class is left alone: its getters may keep what they give', async () => {
  class Schema {
    get kept(): string {
      Object.defineProperty(this, 'kept', { value: String(this instanceof Schema) });
      return 'made';
    }
  }
  await findTexts({ Schema, one: new Schema() }, [secret]);
  expect(Object.getOwnPropertyDescriptor(Schema.prototype, 'kept')).toHaveProperty('get');
});
