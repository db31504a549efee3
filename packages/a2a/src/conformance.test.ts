import { behaviours, conformance } from '@interpose/testing/conformance';

import { a2aHarness } from '../test/harness/a2a-harness.ts';

const overA2a = behaviours.filter(({ needs }) => needs.includes('a2a'));

conformance(a2aHarness('1.3.0'), overA2a);
