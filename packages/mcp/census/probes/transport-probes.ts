import type { Probe } from '@interpose/testing/probes';

import type { Message, Side } from '../messages.ts';
import { hasLink, links } from './links.ts';
import { probeAt } from './message-probes.ts';
import type { ProbeSdk } from './probe-sdks.ts';

const call: Message = { side: 'client', kind: 'request', method: 'tools/call' };
const sample: Message = { side: 'server', kind: 'request', method: 'sampling/createMessage' };

/** A call of a tool, and a question of the server's own where it needs no open call, over every transport of the SDK. */
export function transportProbes(sdk: ProbeSdk): readonly Probe[] {
  return Object.entries(links).flatMap(([name, link]) =>
    crossings(name).map(([message, hooked]) => ({
      ...probeAt(sdk, { name: transportProbe(name, message, hooked), message, hooked, link }),
      runsOn: () => hasLink(name, sdk),
    })),
  );
}

/** The names of all probes over one transport. */
export function probesOver(name: string): readonly string[] {
  return crossings(name).map(([message, hooked]) => transportProbe(name, message, hooked));
}

type Crossing = readonly [message: Message, hooked: Side];

/** A server in a process of its own is hooked there; over HTTP a server asks within a call. */
function crossings(name: string): readonly Crossing[] {
  if (name === 'client on standard streams') return [[call, 'client']];
  const messages = name.includes('HTTP') || name.includes('web') ? [call] : [call, sample];
  return messages.flatMap((message): Crossing[] => [
    [message, 'client'],
    [message, 'server'],
  ]);
}

function transportProbe(name: string, { method }: Message, hooked: Side): string {
  return `${method} over ${name}, hooked at the ${hooked}`;
}
