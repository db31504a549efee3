import { conformance } from '@interpose/testing/conformance';

import { langchainHarness } from '../test/harness/langchain-harness.ts';
import { installed } from '../test/sdk-versions.ts';

conformance(langchainHarness({ version: '1.5.14', sdk: installed }, 'createAgent'));
conformance(langchainHarness({ version: '1.5.14', sdk: installed }, 'agent'));
