import { conformance } from '@interpose/testing/conformance';

import { aiSdkHarness } from '../test/harness/ai-sdk-harness.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

for (const version of sdkVersions) {
  conformance(aiSdkHarness(version, 'ToolLoopAgent'));
  conformance(aiSdkHarness(version, 'module'));
}
