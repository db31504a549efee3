import { watchOriginal, type WithHooksOptions } from '@interpose/adapter-kit';
import type { EventName, Hooks } from '@interpose/core';
import { handlerMethods, transportMethods } from '../translate/methods.ts';
import { recognise, type Recognised } from './recognise.ts';
import { tagOf } from './tag.ts';

/** How what was hooked is called, and the methods by which messages pass it. */
const WATCHED: Partial<
  Record<Recognised['kind'], readonly [name: string, event: EventName, ...methods: string[]]>
> = {
  client: ['client', 'preA2aMessage', ...namesOf(transportMethods)],
  transport: ['transport', 'preA2aMessage', ...namesOf(transportMethods), 'callExtensionMethod'],
  factory: ['client factory', 'preA2aMessage', 'createFromUrl', 'createFromAgentCard'],
  'transport-factory': ['transport factory', 'preA2aMessage', 'create'],
  handler: ['request handler', 'onA2aMessage', ...namesOf(handlerMethods)],
  'json-rpc-handler': ['JSON-RPC handler', 'onA2aMessage', 'handle'],
  sender: ['push notification sender', 'preA2aMessage', 'send'],
};

/** These answer with a stream. */
const STREAMS = ['sendMessageStream', 'resubscribeTask', 'resubscribe'];

/** Tells of what was hooked when it is used as it was before; under another layer of hooks it passes those. */
export function watchTarget(target: object, hooks: Hooks, options: WithHooksOptions): void {
  const watched = WATCHED[recognise(target).kind];
  if (watched === undefined || tagOf(target) !== undefined) return;
  const [name, event, ...methods] = watched;
  const told = { hooks, options, adapter: 'a2a', event, name: `the A2A ${name}` };
  watchOriginal(target, methods, { ...told, streams: STREAMS });
}

function namesOf(methods: ReadonlyMap<PropertyKey, unknown>): string[] {
  return [...methods.keys()].map(String);
}
