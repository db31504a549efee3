import { conformance } from '@interpose/testing/conformance';

import { agentsHarness } from '../test/harness/agents-harness.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

for (const version of sdkVersions) {
  conformance(agentsHarness(version, 'Agent'));
  conformance(agentsHarness(version, 'Runner'));
}
