import { randomApps } from '@interpose/testing/conformance';
import { vi } from 'vitest';

import { knownBreaches } from './fuzz/known-breaches.ts';
import { targetOf } from './fuzz/targets.ts';

vi.mock('@a2a-js/sdk', () => import('a2a-sdk-floor'));
vi.mock('@a2a-js/sdk/errors', () => import('a2a-sdk-floor/errors'));
vi.mock('@a2a-js/sdk/client', () => import('a2a-sdk-floor/client'));
vi.mock('@a2a-js/sdk/client/grpc', () => import('a2a-sdk-floor/client/grpc'));
vi.mock('@a2a-js/sdk/server', () => import('a2a-sdk-floor/server'));
vi.mock('@a2a-js/sdk/server/express', () => import('a2a-sdk-floor/server/express'));
vi.mock('@a2a-js/sdk/server/grpc', () => import('a2a-sdk-floor/server/grpc'));

await import('./probes.test.ts');

randomApps([targetOf('1.1.0')], knownBreaches);
