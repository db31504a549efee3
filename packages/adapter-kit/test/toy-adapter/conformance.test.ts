import { conformance } from '@interpose/testing/conformance';

import { toyHarness } from '../toy-harness/toy-harness.ts';

conformance(toyHarness);
