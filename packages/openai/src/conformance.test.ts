import { conformance } from '@interpose/testing/conformance';

import { openaiHarness } from '../test/harness/openai-harness.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

for (const version of sdkVersions) conformance(openaiHarness(version, 'chat.completions'));
conformance(openaiHarness(sdkVersions[1]!, 'responses'));
