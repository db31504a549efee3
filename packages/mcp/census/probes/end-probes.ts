import type { Dict } from '@interpose/core';
import { canaries, type Probe } from '@interpose/testing/probes';

import type { Message, Side } from '../messages.ts';
import { probeAt } from './message-probes.ts';
import type { Fill } from './make-ends.ts';
import type { End, ProbeSdk, Registering } from './probe-sdks.ts';
import { contentOf, paramsOf } from './said.ts';
import { carried } from './wire-modes.ts';

/** The methods of a client and a server that send one message each, and what a server answers with that was filled by hand. */
export function endProbes(sdk: ProbeSdk): readonly Probe[] {
  const ends = { client: sdk.Client, server: sdk.Server };
  return (['client', 'server'] as const).flatMap((hooked) => [
    ...methods.flatMap(([message, name]) => {
      const { side } = message;
      const say = async (end: End): Promise<unknown> => methodOf(end, name)(argumentOf(message));
      const probe = probeAt(sdk, { name: methodProbe(side, name, hooked), message, hooked, say });
      return [{ ...probe, runsOn: () => name in ends[side].prototype }];
    }),
    ...Object.entries(fills).map(([method, fill]) => {
      const message: Message = { side: 'client', kind: 'request', method };
      return probeAt(sdk, { name: filledProbe(method, hooked), message, hooked, fill });
    }),
  ]);
}

/** The name of the probe of one method of an end. */
export function methodProbe(side: Side, name: string, hooked: Side): string {
  return `${side}.${name}(), hooked at the ${hooked}`;
}

/** The name of the probe of what was registered. */
export function filledProbe(method: string, hooked: Side): string {
  return `registered for ${method}, hooked at the ${hooked}`;
}

const fromClient = (method: string, name: string, kind: Message['kind'] = 'request') =>
  [{ side: 'client', kind, method }, name] as const;
const fromServer = (method: string, name: string, kind: Message['kind'] = 'request') =>
  [{ side: 'server', kind, method }, name] as const;

/** Every method of an end that sends, and what it sends. */
export const methods: readonly (readonly [message: Message, name: string])[] = [
  fromClient('tools/call', 'callTool'),
  fromClient('tools/list', 'listTools'),
  fromClient('prompts/get', 'getPrompt'),
  fromClient('prompts/list', 'listPrompts'),
  fromClient('resources/list', 'listResources'),
  fromClient('resources/templates/list', 'listResourceTemplates'),
  fromClient('resources/read', 'readResource'),
  fromClient('resources/subscribe', 'subscribeResource'),
  fromClient('resources/unsubscribe', 'unsubscribeResource'),
  fromClient('completion/complete', 'complete'),
  fromServer('sampling/createMessage', 'createMessage'),
  fromServer('roots/list', 'listRoots'),
  fromServer('elicitation/create', 'elicitInput'),
  fromServer('notifications/message', 'sendLoggingMessage', 'notification'),
  fromServer('notifications/resources/updated', 'sendResourceUpdated', 'notification'),
];

function methodOf(end: End, name: string): (argument: Dict) => unknown {
  const method = (end as unknown as Readonly<Record<string, (argument: Dict) => unknown>>)[name];
  if (method === undefined) throw new Error(`the end has no ${name}`);
  return method.bind(end);
}

function argumentOf({ method }: Message): Dict {
  return paramsOf(method);
}

type Run = (...given: unknown[]) => unknown;

/** Version 1 had shorter names for the same at first. */
type Older = Readonly<Record<'tool' | 'prompt' | 'resource', (...given: unknown[]) => unknown>>;

/** What an app registers, by the message that asks for it. */
const fills: Readonly<Record<string, Fill>> = {
  'tools/call': (server, run) => {
    const pay: Run = () => {
      run.toolRan('pay', {});
      return contentOf('tools/call');
    };
    if ('registerTool' in server) server.registerTool('pay', {}, pay);
    else older(server).tool('pay', pay);
  },
  'prompts/get': (server, run) => {
    const greet: Run = () => {
      run.toolRan('p', {});
      return contentOf('prompts/get');
    };
    if ('registerPrompt' in server) server.registerPrompt('p', {}, greet);
    else older(server).prompt('p', greet);
  },
  'resources/read': (server, run) => {
    const read: Run = () => {
      run.toolRan('prices', {});
      return contentOf('resources/read');
    };
    const uri = 'shop://prices';
    if ('registerResource' in server) server.registerResource('prices', uri, {}, read);
    else older(server).resource('prices', uri, read);
  },
  'tools/list': (server) => {
    const description = canaries[carried.answer];
    if ('registerTool' in server) server.registerTool('pay', { description }, () => ({}));
    else older(server).tool('pay', description, () => ({}));
  },
};

/** The messages for which something can be registered. */
export const filled: readonly string[] = Object.keys(fills);

/** Only reached where the newer names are missing, which the compiler takes for never. */
function older(server: Registering): Older {
  return server as unknown as Older;
}
