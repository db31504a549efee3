import type { FuzzProgram, FuzzTarget } from '@interpose/testing/fuzz';

import { sdkVersions } from '../../test/sdk-versions.ts';
import { loopKinds } from './kinds.ts';
import { otherKinds } from './other-kinds.ts';

const accepted = [
  {
    place: /^\.requests\.\d+\.abortSignal/,
    why: 'a hooked model always gets an abort signal, so that a chat can be ended',
  },
  {
    place: /^\.heard\.preliminary/,
    why: 'if a hook may change the result of a tool that streams, its preliminary results are held back',
  },
  {
    program: ({ tools, turns }: FuzzProgram): boolean =>
      tools.some(({ kind }) => kind === 'generator') &&
      turns.some(({ calls = [] }) => calls.length > 1),
    why: 'two parallel tools can end in either order, and hooks read the results of one that streams, which changes the timing',
  },
];

/** Every supported version, to be fuzzed. */
export const targets: readonly FuzzTarget[] = sdkVersions.map(({ version, sdk }) => ({
  name: 'ai-sdk',
  version,
  accepted,
  kinds: [...loopKinds(sdk), ...otherKinds(sdk)],
}));
