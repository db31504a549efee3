import type { FuzzTarget, FuzzToolKind } from '@interpose/testing/fuzz';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { kindsOf } from './kinds.ts';

/** Every supported version, to be fuzzed. */
export const targets: readonly FuzzTarget[] = sdkVersions.map(({ version, sdk }) => ({
  name: 'openai',
  version,
  kinds: kindsOf(sdk),
  accepted: [
    {
      program: ({ kind, policy, tools }) =>
        kind === 'runTools' && policy === 'silent' && tools.some(({ kind: tool }) => fails(tool)),
      why: 'if a hook may answer for a tool that throws, the model is sent the error and the loop goes on',
    },
  ],
}));

function fails(tool: FuzzToolKind): boolean {
  return tool === 'throws' || tool === 'rejects';
}
