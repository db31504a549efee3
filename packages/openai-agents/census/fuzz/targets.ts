import type { FuzzTarget } from '@interpose/testing/fuzz';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { kindsOf } from './kinds.ts';

/** Every supported version, to be fuzzed. What the SDK traces can be reached too: under test it traces nothing by itself. */
export const targets: readonly FuzzTarget[] = sdkVersions.map(({ version, sdk }) => {
  sdk.setTracingDisabled(false);
  return { name: 'openai-agents', version, kinds: kindsOf(sdk) };
});
