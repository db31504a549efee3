import { behaviours, conformance } from '@interpose/testing/conformance';

import { transportHarness } from '../test/harness/transport-harness.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

const overMcp = behaviours.filter(({ needs }) => needs.includes('mcp'));

for (const version of sdkVersions) conformance(transportHarness(version), overMcp);
