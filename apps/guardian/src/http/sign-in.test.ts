import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';

import type { Person } from '../people/roles.ts';
import { ApiError } from './api-error.ts';
import type { ApiVariables } from './guardian-parts.ts';
import { signedIn } from './sign-in.ts';

afterEach(() => void vi.useRealTimers());

const OPERATOR = person('operator');

/** Opens an API that returns the caller; a cookie holds the name of its person. */
function openApp(): (headers: Readonly<Record<string, string>>) => Promise<Response> {
  const app = new Hono<ApiVariables>();
  const parts = {
    logins: { find: (secret: string) => Promise.resolve(person(secret)) },
    command: { check: (key: string | undefined) => (key === undefined ? undefined : OPERATOR) },
  };
  app.use(signedIn(parts));
  app.get('/', (c) => c.text(c.get('person').id));
  app.onError((error, c) => c.text(error.message, error instanceof ApiError ? error.status : 500));
  return async (headers) => app.request('/', { headers });
}

function person(id: string): Person {
  return {
    id,
    name: id,
    tenant: 'default',
    role: 'viewer',
    csrf: 'word',
    email: undefined,
    ofProvider: false,
  };
}

async function statuses(
  ask: ReturnType<typeof openApp>,
  headers: Readonly<Record<string, string>>,
  times: number,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (let at = 0; at < times; at += 1) {
    const { status } = await ask(headers);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

test('1200 requests of a person are answered in a minute, those of others beside it, and the next in the next one', async () => {
  vi.useFakeTimers();
  const ask = openApp();
  const [one, other] = [{ cookie: 'interpose=one' }, { cookie: 'interpose=other' }];
  expect(await statuses(ask, one, 1210)).toEqual(
    new Map([
      [200, 1200],
      [429, 10],
    ]),
  );
  expect((await ask(other)).status).toBe(200);
  vi.advanceTimersByTime(60_001);
  expect((await ask(one)).status).toBe(200);
});

test('the command line is not counted', async () => {
  const ask = openApp();
  expect(await statuses(ask, { authorization: 'Bearer key' }, 1300)).toEqual(
    new Map([[200, 1300]]),
  );
});
