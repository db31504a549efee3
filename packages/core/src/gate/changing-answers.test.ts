import { describe, expect, test } from 'vitest';

import { createHooks, deny, type Hook } from '../index.ts';
import { gateCall } from '../../test/gate-call.ts';

type Answering = Hook<'preToolCall'>;

/** Asks this hook, and then one that is always asked and takes a moment. */
async function decisionOf(answer: () => unknown): Promise<string> {
  const hooks = createHooks();
  hooks.addHook('preToolCall', answer as Answering);
  hooks.addHook('preToolCall', () => Promise.resolve(undefined), { always: true });
  return (await gateCall(hooks)).decision;
}

describe('a verdict is read once', () => {
  test('so that what becomes of the object later lets nothing through', async () => {
    const shared = { decision: 'deny', reason: 'not now' };
    const deciding = decisionOf(() => shared);
    shared.decision = 'allow';
    expect(await deciding).toBe('deny');
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'so that a decision that reads as deny %d times is a deny',
    async (times) => {
      let reads = 0;
      const flipping = {
        reason: 'not now',
        get decision(): string {
          return reads++ < times ? 'deny' : 'allow';
        },
      };
      expect(await decisionOf(() => flipping)).toBe('deny');
    },
  );
});

describe('an answer that runs code when it is looked at', () => {
  test.each<[string, () => object]>([
    ['a revoked proxy', revoked],
    ['a proxy that throws when asked for its class', throwing],
  ])('is unreadable, and so a deny: %s', async (_, made) => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', made);
    expect(await gateCall(hooks)).toMatchObject({ decision: 'deny', code: 'invalid_verdict' });
  });
});

describe('a promise with a `then` of its own', () => {
  test('answers for its own hook only, however often it answers', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => answeringTwice() as ReturnType<Answering>);
    hooks.addHook('preToolCall', () => Promise.resolve(deny('no shell')));
    expect((await gateCall(hooks)).decision).toBe('deny');
  });

  test('decides also as the last hook without a time limit', async () => {
    const hooks = createHooks({ timeoutMs: 0 });
    hooks.addHook('preToolCall', () => answeringTwice(deny('no')) as ReturnType<Answering>);
    expect((await gateCall(hooks)).decision).toBe('deny');
  });
});

function answeringTwice(answer?: unknown): Promise<unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- a subclass of Promise may have any `then`
  return Object.defineProperty(Promise.resolve(answer), 'then', {
    value: (fulfil: (value: unknown) => void) => {
      fulfil(answer);
      fulfil(answer);
    },
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function throwing(): object {
  return new Proxy(
    {},
    {
      getPrototypeOf() {
        throw new Error('hunter2');
      },
    },
  );
}
