import type { FuzzProgram, FuzzTarget } from '@interpose/testing/fuzz';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { loopKinds } from './kinds.ts';
import { otherKinds } from './other-kinds.ts';

const accepted = [
  {
    place: /^\.requests\.\d+\.abortSignal/,
    why: 'a model that is hooked always has a signal, so that a chat can be ended',
  },
  {
    place: /^\.heard\.preliminary/,
    why: 'preliminary results of a tool that streams stay back while a hook may change its result',
  },
  {
    program: ({ tools, turns }: FuzzProgram): boolean =>
      tools.some(({ kind }) => kind === 'generator') &&
      turns.some(({ calls = [] }) => calls.length > 1),
    why: 'which of two parallel tools ends first is a matter of time, and one that streams is read by the hooks',
  },
];

/** Every supported version, to be fuzzed. */
export const targets: readonly FuzzTarget[] = sdkVersions.map(({ version, sdk }) => ({
  name: 'ai-sdk',
  version,
  accepted,
  kinds: [...loopKinds(sdk), ...otherKinds(sdk)],
}));
