import { isDict } from '@interpose/adapter-kit';
import type { WireProgram, WireTarget } from '@interpose/testing/fuzz';

import { probeSdks } from '../probes/probe-sdks.ts';
import { endKinds } from './end-kinds.ts';
import { httpKinds } from './http-kinds.ts';
import { inputKinds } from './input-kinds.ts';
import { isOdd, plainKinds } from './plain-kinds.ts';

const accepted: NonNullable<WireTarget['accepted']> = [
  {
    program: ({ steps }) => steps.some(({ abandoned }) => abandoned === true),
    why: 'an answer can come before or after its request is cancelled, and a request that is cancelled while hooks hold it is never sent',
  },
  {
    program: ({ steps }) =>
      steps.some(({ taken }) => taken === 'tells progress') &&
      steps.some(({ together }) => together === true),
    why: 'if the answer follows at once, the SDK forgets who wants progress; whether it does depends on timing',
  },
  {
    program: (program, value) => isProgress(value) && tellsApart(program),
    why: 'over HTTP, progress that goes on another stream than the answer can come before it, or after it when nobody waits any more, depending on timing',
  },
  {
    program: ({ steps }) =>
      steps.some(({ say, taken }) => say.includes('batch') && taken === 'asks'),
    why: 'the calls of a batch over HTTP can be answered in any order, before the end or not, depending on timing',
  },
  {
    program: ({ steps }) => steps.some(({ taken }) => taken === 'loses its stream'),
    why: 'how much was sent on a stream before it breaks depends on timing',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'ends the session'),
    why: 'what a client is told first when it is cut off depends on timing',
  },
  {
    program: ({ steps }) => steps.some(({ say }) => say === 'reads from the first event on'),
    why: 'how much arrives while the test reads depends on timing',
  },
  {
    program: (_program, value) => toldOf(value).endsWith('This operation was aborted'),
    why: 'which aborted requests and streams a client tells of when it is closed depends on how far each has come, and hooks take time',
  },
  {
    program: (program, value) => isDict(value) && 'result' in value && usesIdAgain(program),
    why: 'the protocol forbids to use the id of an open request again; hooks pass on the first answer to such an id and take the next for its repetition',
  },
  {
    program: ({ steps }) => steps.some(isOdd),
    why: 'hooks never pass on a message that is not JSON-RPC 2.0',
  },
];

/** What an end is told that nobody waits for. */
function toldOf(value: unknown): string {
  return isDict(value) && typeof value['told'] === 'string' ? value['told'] : '';
}

function isProgress(value: unknown): boolean {
  const isUnwanted = toldOf(value).startsWith('Received a progress notification for an unknown');
  return isUnwanted || (isDict(value) && 'progress' in value);
}

/** True where a server answers on one stream and tells progress on another. */
function tellsApart({ kind, options, steps }: WireProgram): boolean {
  const isApart =
    !options.includes('asks within its answer') || options.includes('answers as JSON');
  return (
    kind.endsWith('over HTTP') &&
    isApart &&
    steps.some(({ say, taken }) => say.startsWith('client request') && taken === 'tells progress')
  );
}

/** True where the hooked end says a request by hand with the id of one that is answered later. */
function usesIdAgain({ steps }: WireProgram): boolean {
  return steps.some(
    ({ say, taken }, at) =>
      /^a request of (id 0|an empty id) from the near end$/.test(say) &&
      taken === 'slow' &&
      steps.slice(at + 1).some((later) => later.say === say),
  );
}

/** The lowest and the highest supported version of each major. */
export const targets: readonly WireTarget[] = probeSdks.map((sdk) => ({
  name: 'mcp',
  version: sdk.version,
  wires: [
    ...endKinds(sdk),
    ...httpKinds(sdk),
    ...plainKinds(sdk),
    ...(sdk.serveStdio === undefined ? [] : inputKinds(sdk)),
  ],
  accepted,
}));
