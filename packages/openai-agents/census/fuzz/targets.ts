import type { FuzzProgram, FuzzTarget } from '@interpose/testing/fuzz';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { kindsOf } from './kinds.ts';

const accepted = [
  {
    program: ({ kind, turns }: FuzzProgram): boolean =>
      kind === 'agent as a tool' && turns.some(({ calls = [] }) => calls.length > 1),
    why: 'either of two parallel agents can be the first to ask their model, and that one gets the next answer',
  },
];

/** Every supported version, to be fuzzed. What the SDK traces can be reached too: under test it traces nothing by itself. */
export const targets: readonly FuzzTarget[] = sdkVersions.map(({ version, sdk }) => {
  sdk.setTracingDisabled(false);
  return { name: 'openai-agents', version, accepted, kinds: kindsOf(sdk) };
});
