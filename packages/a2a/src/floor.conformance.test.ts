import { behaviours, conformance } from '@interpose/testing/conformance';
import { vi } from 'vitest';

import { a2aHarness } from '../test/harness/a2a-harness.ts';

vi.mock('@a2a-js/sdk', () => import('a2a-sdk-floor'));
vi.mock('@a2a-js/sdk/errors', () => import('a2a-sdk-floor/errors'));
vi.mock('@a2a-js/sdk/client', () => import('a2a-sdk-floor/client'));
vi.mock('@a2a-js/sdk/server', () => import('a2a-sdk-floor/server'));
vi.mock('@a2a-js/sdk/server/express', () => import('a2a-sdk-floor/server/express'));

const overA2a = behaviours.filter(({ needs }) => needs.includes('a2a'));

conformance(a2aHarness('1.1.0'), overA2a);
