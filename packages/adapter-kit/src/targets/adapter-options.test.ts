import { createHooks } from '@interpose/core';
import { describe, expect, test, vi } from 'vitest';

import { checkWithHooks } from './adapter-options.ts';

/** Takes what only JavaScript lets through. */
function check(options: unknown, ...own: string[]): () => void {
  return () => checkWithHooks(createHooks(), options as object, ...own);
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
  expect(check({ ...options, server: 'files' }, 'server')).not.toThrow();
  expect(check({ session: {}, user: undefined })).not.toThrow();
});

describe('refuses', () => {
  test.for<[string, unknown, string]>([
    ['a misspelt option', { sesion: {} }, '"sesion"; did you mean session?'],
    ['a text for the session', { session: 'thread-7' }, 'the session of withHooks takes an object'],
    ['a misspelt part of the session', { session: { ID: 't' } }, 'did you mean id?'],
    ['an empty session id', { session: { id: '' } }, '[invalid_option] session.id is ""'],
    ['a number as session id', { session: { id: 7 } }, '[invalid_option] session.id is 7'],
    ['a user without an id', { user: { name: 'Ada' } }, '[invalid_option] user.id is missing'],
    ['a session whose user has an empty id', { session: { user: { id: '' } } }, 'session.user.id'],
    ['null for the user', { user: null }, '[invalid_option] user.id is missing'],
    ['a misspelt part of the agent', { agent: { title: 'x' } }, 'the agent of withHooks'],
    ['a misspelt part of the trace', { trace: { traceparnt: 'x' } }, 'did you mean traceparent?'],
    ['another word than enforced', { require: true }, '[invalid_option] require is true'],
    ['hooks in the place of options', createHooks(), '[invalid_option] withHooks does not know'],
    ['a text for the options', 'thread-7', 'withHooks takes an object, and got "thread-7"'],
  ])('%s', ([, options, message]) => {
    expect(check(options)).toThrow(message);
  });

  test('a missing registry, saying what to pass', () => {
    expect(() => checkWithHooks(undefined, {})).toThrow(
      '[invalid_option] withHooks got no hooks; pass what createHooks returned',
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
