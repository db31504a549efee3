import { conformance } from '@interpose/testing/conformance';

import { a2aHarness } from '../test/harness/a2a-harness.ts';

conformance(a2aHarness('1.3.0'));
