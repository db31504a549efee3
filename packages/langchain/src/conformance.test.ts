import { conformance } from '@interpose/testing/conformance';

import { langchainHarness } from '../test/harness/langchain-harness.ts';
import { latest } from '../test/sdk-versions.ts';

conformance(langchainHarness(latest, 'createAgent'));
conformance(langchainHarness(latest, 'agent'));
