import { expect, test, vi } from 'vitest';

import { errors } from '../test/sdk.ts';

vi.mock('@a2a-js/sdk', () => import('a2a-sdk-floor'));
vi.mock('@a2a-js/sdk/errors', () => import('a2a-sdk-floor/errors'));
vi.mock('@a2a-js/sdk/client', () => import('a2a-sdk-floor/client'));
vi.mock('@a2a-js/sdk/server', () => import('a2a-sdk-floor/server'));
vi.mock('@a2a-js/sdk/server/express', () => import('a2a-sdk-floor/server/express'));

test('everything below runs on the lowest supported version', async () => {
  const floor = await import('a2a-sdk-floor/errors');
  expect(errors.A2AError).toBe(floor.A2AError);
});

await import('./situations.test.ts');
await import('./translate/refusals.test.ts');
await import('./malformed.test.ts');
await import('./peers.test.ts');
await import('./streams.test.ts');
await import('./left-streams.test.ts');
await import('./capabilities.test.ts');
await import('./chats.test.ts');
await import('./delegation/delegation.test.ts');
await import('./targets.test.ts');
await import('./round-trip.test.ts');
await import('./attacks.test.ts');
await import('./unknown-methods.test.ts');
