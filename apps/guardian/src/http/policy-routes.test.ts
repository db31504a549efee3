import { Hono } from 'hono';
import { expect, test } from 'vitest';

import { ApiError } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { policyRoutes } from './policy-routes.ts';

const record = { id: 'step-1', event: 'preToolCall', agent: 'shop', decision: 'allow' };
const row = { seq: 1, record: JSON.stringify(record), payload: '{"payload":{}}' };

/** Returns the answer of a route about a version that cannot judge, and how often its policies were closed. */
async function tried(path: string, input: object): Promise<{ code: unknown; closed: number }> {
  let closed = 0;
  const judging = {
    failures: [],
    judge: () => Promise.reject(new Error('it never decides')),
    close: () => Promise.resolve(void (closed += 1)),
  };
  const parts = {
    storage: { within: () => Promise.resolve([row]) },
    host: { source: {}, judge: () => Promise.resolve(judging) },
    versions: { find: () => Promise.resolve({}) },
    // The routes that are tried here use nothing else.
  } as unknown as GuardianParts;
  const app = new Hono<ApiVariables>()
    .use(async (c, next) => {
      const person = { id: 'ada', name: 'Ada', email: undefined, ofProvider: false, csrf: '' };
      c.set('person', { ...person, role: 'admin', tenant: 'default' });
      await next();
    })
    .route('/', policyRoutes(parts))
    .onError((error, c) => c.json(error instanceof ApiError ? error.toBody() : {}, 500));
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(input) });
  const { error } = (await response.json()) as { readonly error?: { readonly code: string } };
  return { code: error?.code, closed };
}

test.each([
  ['/policies/draft', { digest: 'd' }],
  ['/judge', { decision: 'step-1' }],
])('%s closes policies that cannot judge a step, and says so', async (path, input) => {
  expect(await tried(path, input)).toEqual({ code: 'policies_refused', closed: 1 });
});
