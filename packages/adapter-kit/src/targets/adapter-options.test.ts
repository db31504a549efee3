import { createHooks, type OptionKinds } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';

import { checkWithHooks } from './adapter-options.ts';

/** Returns a function that checks options, also ones that only JavaScript lets through. */
function check(options: unknown, own: OptionKinds = {}): () => void {
  return () => checkWithHooks(createHooks(), options as object, own);
}

test('accepts every option there is', () => {
  const options = {
    session: { id: 'thread-7', user: { id: 'ada' }, metadata: { owner: 'billing' } },
    agent: { id: 'support', name: 'Support' },
    user: { id: 'ada', organisation: 'acme' },
    trace: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    require: 'enforced',
  };
  expect(check(options)).not.toThrow();
  expect(check({ ...options, server: 'files' }, { server: 'string' })).not.toThrow();
  expect(check({ session: {}, user: undefined })).not.toThrow();
});

describe('refuses', () => {
  test.for<[string, unknown, string]>([
    ['a misspelt option', { sesion: {} }, '"sesion"; did you mean session?'],
    ['a text for the session', { session: 'thread-7' }, 'the session of withHooks takes an object'],
    ['a misspelt part of the session', { session: { ID: 't' } }, 'did you mean id?'],
    [
      'an empty session id',
      { session: { id: '' } },
      '[invalid_option] the session of withHooks has no id; pass one',
    ],
    [
      'a number as session id',
      { session: { id: 7 } },
      '[invalid_option] id is 7 in the session of',
    ],
    ['a user without an id', { user: { name: 'Ada' } }, 'the user of withHooks has no id'],
    [
      'a session whose user has an empty id',
      { session: { user: { id: '' } } },
      'the session.user of withHooks has no id',
    ],
    ['null for the user', { user: null }, 'the user of withHooks takes an object, and got null'],
    [
      'a misspelt part of the user',
      { user: { id: 'a', organization: 'x' } },
      'the user of withHooks',
    ],
    [
      "a misspelt part of the session's user",
      { session: { user: { id: 'a', nam: 'Ada' } } },
      '[invalid_option] the session.user of withHooks does not know "nam"; did you mean name?',
    ],
    ['a number as agent id', { agent: { id: 5 } }, '[invalid_option] id is 5 in the agent of'],
    ['an empty agent id', { agent: { id: '' } }, 'the agent of withHooks has no id'],
    [
      'metadata that is no object',
      { session: { metadata: 'x' } },
      'metadata is "x" in the session',
    ],
    ['a trace that is no text', { trace: { traceparent: 5 } }, 'traceparent is 5 in the trace'],
    ['a symbol', { [Symbol('session')]: {} }, 'withHooks does not know "Symbol(session)"'],
    ['what is inherited', Object.create({ sesion: {} }), 'did you mean session?'],
    ['parameters of a URL', new URLSearchParams('session=t'), 'got a URLSearchParams'],
    ['a misspelt part of the agent', { agent: { title: 'x' } }, 'the agent of withHooks'],
    ['a misspelt part of the trace', { trace: { traceparnt: 'x' } }, 'did you mean traceparent?'],
    ['another word than enforced', { require: true }, '[invalid_option] require is true'],
    ['hooks in the place of options', createHooks(), '[invalid_option] withHooks does not know'],
    ['a text for the options', 'thread-7', 'withHooks takes an object, and got "thread-7"'],
  ])('%s', ([, options, message]) => {
    expect(check(options)).toThrow(message);
  });

  test('an argument behind the options', () => {
    expect(() => checkWithHooks(createHooks(), {}, {}, [{ session: { id: 'thread-7' } }])).toThrow(
      '[invalid_option] withHooks got more arguments than it reads; pass one object of options',
    );
  });

  test('a missing registry, saying what to pass', () => {
    expect(() => checkWithHooks(undefined, {})).toThrow(
      '[invalid_option] these hooks do not come from createHooks; pass what createHooks returned',
    );
  });

  test('hooks of another copy of core, saying that there are two', async () => {
    vi.resetModules();
    const another = (await import('@interpose/core')).createHooks();
    expect(() => checkWithHooks(another, {})).toThrow(
      '[invalid_option] these hooks come from another copy of @interpose/core than the one in use here; install @interpose/core once; npm ls @interpose/core shows every copy',
    );
    expect(() =>
      checkWithHooks({ ...createHooks(), dispatch: () => undefined } as never, {}),
    ).toThrow('[invalid_option] these hooks do not come from createHooks');
  });
});
