import type { FuzzTarget } from '@interpose/testing/fuzz';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { kindsOf } from './kinds.ts';

/** Every supported version, to be fuzzed. */
export const targets: readonly FuzzTarget[] = sdkVersions.map(({ version, sdk }) => ({
  name: 'openai',
  version,
  kinds: kindsOf(sdk),
}));
