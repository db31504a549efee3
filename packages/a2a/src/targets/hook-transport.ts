import type { RequestOptions, Transport } from '@a2a-js/sdk/client';
import type { Hooks } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { ask, askStream } from '../calls/client.ts';
import { delegate, isDelegation } from '../delegation/delegation.ts';
import { delegateStream } from '../delegation/delegate-stream.ts';
import { nextId, type Exchange } from '../translate/exchange.ts';
import { inChat, openingOf, streamInChat, type Opening } from '../calls/in-chat.ts';
import { extensionMethod, transportMethods, type A2aMethod } from '../translate/methods.ts';
import { isDict, type Layer, type WithHooksOptions } from '@interpose/adapter-kit';
import { seeRemoteAgent } from '../delegation/remote-agent.ts';
import { notedClient } from './noted-client.ts';
import { hookSeam, refuseUnknown, type Member } from './seam.ts';
import { isTransport } from './shapes.ts';
import { isHookedBy, overlay } from './tag.ts';

/** The settings that all calls of one client share. */
interface ClientSide {
  readonly hooks: Hooks;
  options: WithHooksOptions;
  /** The address of the other agent; undefined if it is not known. */
  readonly to: string | undefined;
}

const SILENT: ReadonlySet<PropertyKey> = new Set(['close']);

/** The class by which the SDK's client puts the tenant of an agent's card into each request. */
const ADDS_TENANT = 'TenantTransportDecorator';

const sides = new WeakMap<object, ClientSide>();

/** Hooks the requests that a client sends through this transport, and the answers. */
export function hookTransport<T extends Transport>(
  transport: T,
  { hooks, options }: Layer,
  to: string | undefined = endpointOf(transport),
): T {
  if (isHookedBy(transport, hooks)) {
    enforce(transport, options);
    return transport;
  }
  const { constructor, base } = transport as { readonly constructor: object; base?: unknown };
  // Hooks go behind it, where they see what is sent.
  if ('name' in constructor && constructor.name === ADDS_TENANT && isTransport(base)) {
    const behind = hookTransport(base, { hooks, options }, to);
    return overlay(transport, hooks, (key) => (key === 'base' ? behind : undefined));
  }
  const side: ClientSide = { hooks, options, to };
  const hooked = hookSeam(transport, {
    hooks,
    methods: transportMethods,
    silent: SILENT,
    hook: (method, member) => memberOf(side, method, member),
    hookPart: (name, part) => partOf(side, name, part),
    hookOther: (name, member) =>
      name === 'callExtensionMethod' ? extensionMember(side, member) : undefined,
  });
  sides.set(hooked, side);
  return hooked;
}

/** Hooks an object inside a transport: another transport, or the gRPC client, whose calls are noted. */
function partOf(side: ClientSide, name: PropertyKey, part: object): object | undefined {
  if (name === 'grpcClient') return notedClient(side, part);
  return isTransport(part) ? hookTransport(part, side, side.to) : undefined;
}

/** Turns on enforcement, even if the same hooks were put on this transport without it before. */
export function enforce(transport: object, { require }: WithHooksOptions): void {
  if (require === undefined) return;
  const side = sides.get(transport);
  if (side !== undefined) side.options = { ...side.options, require };
  const { base } = transport as { readonly base?: object };
  if (base !== undefined) enforce(base, { require });
}

/** Returns the address that requests go to. The other side cannot choose it, as it could choose a name. */
export function endpointOf(transport: object): string | undefined {
  const { endpoint, base } = transport as { readonly endpoint?: unknown; readonly base?: unknown };
  if (typeof endpoint === 'string') return endpoint;
  // For a tenant the SDK wraps the transport that has the address.
  return typeof base === 'object' && base !== null ? endpointOf(base) : undefined;
}

/** Returns the target of the gRPC channel, as gRPC writes it. */
export function targetOf(transport: object): string | undefined {
  const { grpcClient, base } = transport as {
    readonly grpcClient?: { getChannel?(): { getTarget(): string } };
    readonly base?: unknown;
  };
  if (grpcClient !== undefined) return grpcClient.getChannel?.().getTarget();
  return typeof base === 'object' && base !== null ? targetOf(base) : undefined;
}

function memberOf(side: ClientSide, method: A2aMethod, member: Member): Member {
  return method.streams ? streamMember(side, method, member) : plainMember(side, method, member);
}

function plainMember(side: ClientSide, method: A2aMethod, member: Member): Member {
  return (params, options) =>
    inChat(callOf(side, options), async (chat) => {
      const exchange = exchangeIn(chat, side, method);
      await seeRemoteAgent(exchange);
      const send = async (sent: unknown): Promise<unknown> =>
        ask(exchange, sent, async (last) => member(last, optionsIn(options, chat)));
      return isDelegation(exchange) ? delegate(exchange, params, send) : send(params);
    });
}

function streamMember(side: ClientSide, method: A2aMethod, member: Member): Member {
  return (params, options) =>
    streamInChat(callOf(side, options), async function* (chat) {
      const exchange = exchangeIn(chat, side, method);
      await seeRemoteAgent(exchange);
      const send = (sent: unknown): AsyncGenerator<unknown, void, undefined> =>
        askStream(
          exchange,
          sent,
          (last) => member(last, optionsIn(options, chat)) as AsyncIterable<unknown>,
        );
      yield* isDelegation(exchange) ? delegateStream(exchange, params, send) : send(params);
    });
}

/** Hooks calls of an extension's method, named by the first argument. Under `require`, unknown names are refused. */
function extensionMember(side: ClientSide, member: Member): Member {
  const call: (...values: readonly unknown[]) => unknown = member;
  return ((name: string, params: unknown, options: unknown) => {
    const method = extensionMethod(name);
    const isUnknown = side.options.require !== undefined && method.method === name;
    if (isUnknown) return refuseUnknown(name)(params);
    const send = async (sent: unknown, given: unknown): Promise<unknown> =>
      onlySeen(await call(name, sent, given));
    return memberOf(side, method, send)(params, options);
  }) as Member;
}

/** Keeps only the fields that hooks know: hooks see `result`, but the SDK returns the whole JSON-RPC response. */
function onlySeen(response: unknown): unknown {
  if (!isDict(response)) return response;
  const { jsonrpc, id, result, ...more } = response;
  return Object.keys(more).length === 0 ? response : { jsonrpc, id, result };
}

function exchangeIn(chat: Chat, { options, to }: ClientSide, method: A2aMethod): Exchange {
  const from = options.agent?.name ?? options.agent?.id;
  return { chat, method, role: 'client', id: nextId(), from, to };
}

function callOf(side: ClientSide, given: unknown): Opening {
  const { signal } = (given ?? {}) as RequestOptions;
  return { ...openingOf(side, 'a2a-client', 'client'), signal };
}

/** Returns the call's options: it aborts with the caller's signal or the chat's, and carries the chat's trace on. */
function optionsIn(given: unknown, chat: Chat): RequestOptions {
  const options = given as RequestOptions | undefined;
  const signal =
    options?.signal === undefined ? chat.signal : AbortSignal.any([options.signal, chat.signal]);
  if (chat.trace === undefined) return { ...options, signal };
  return {
    ...options,
    signal,
    serviceParameters: { ...chat.trace, ...options?.serviceParameters },
  };
}
