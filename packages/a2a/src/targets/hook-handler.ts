import type { AgentCard } from '@a2a-js/sdk';
import type {
  A2ARequestHandler,
  PushNotificationSender,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import type { AgentIdentity, Dict, SessionOptions } from '@interpose/core';
import { runInChat, type Chat } from '@interpose/core/adapter';
import { readTrace } from '@interpose/core/trace';
import { canOf } from '../capabilities.ts';
import { nextId, type Exchange } from '../translate/exchange.ts';
import { hookSender, senderOf } from './hook-sender.ts';
import { inChat, streamInChat, type Opening } from '../calls/in-chat.ts';
import { handlerMethods, type A2aMethod } from '../translate/methods.ts';
import type { Layer } from '@interpose/adapter-kit';
import { hookSeam, type Member } from './seam.ts';
import { serve, serveStream } from '../calls/server.ts';
import { callerOf, sessionOf } from '../calls/caller.ts';
import { isHookedBy, overlay } from './tag.ts';

/** The parts that all answers of one server share. */
interface ServerSide extends ServerLayer {
  readonly handler: A2ARequestHandler;
}

/** The hooks around a request handler, and how the binding that it is mounted on tells a refusal. */
export interface ServerLayer extends Layer {
  readonly forbidden?: Dict | undefined;
}

/** The public card is not an answer to a message. */
const SILENT: ReadonlySet<PropertyKey> = new Set(['getAgentCard']);

/** Hooks the requests to this server, on every binding it is mounted on, and its answers. */
export function hookHandler<T extends A2ARequestHandler>(handler: T, layer: ServerLayer): T {
  const { hooks } = layer;
  if (isHookedBy(handler, hooks)) return handler;
  const side: ServerSide = { ...layer, handler };
  hookOwnSender(handler, layer);
  return hookSeam(handler, {
    hooks,
    methods: handlerMethods,
    silent: SILENT,
    hook: (method, member) => memberOf(side, method, member),
  });
}

/** Replaces the handler's sender in place: the handler posts updates through this field, whoever called it. */
function hookOwnSender(handler: A2ARequestHandler, layer: Layer): void {
  const own = senderOf(handler);
  // Only TypeScript makes the field private; there is no other way to reach it.
  const holder = handler as unknown as { pushNotificationSender: PushNotificationSender };
  if (own !== undefined) holder.pushNotificationSender = hookSender(own, layer);
}

function memberOf(side: ServerSide, method: A2aMethod, member: Member): Member {
  if (method.streams)
    return (params, context) => streamMember(side, method, member, params, context);
  return async (params, context) => {
    const opening = await openingOf(side, params, context);
    return inChat(opening, (chat) =>
      serve(exchangeIn(chat, side, opening, method, context), params, (admitted) =>
        runInChat(chat, () =>
          Promise.resolve(member(admitted, contextFor(side, params, admitted, context))),
        ),
      ),
    );
  };
}

async function* streamMember(
  side: ServerSide,
  method: A2aMethod,
  member: Member,
  params: unknown,
  context: unknown,
): AsyncGenerator<unknown, void, undefined> {
  const opening = await openingOf(side, params, context);
  yield* streamInChat(opening, (chat) =>
    serveStream(exchangeIn(chat, side, opening, method, context), params, (admitted) =>
      eventsIn(
        chat,
        member(admitted, contextFor(side, params, admitted, context)) as AsyncIterable<unknown>,
      ),
    ),
  );
}

/** Runs each step inside the chat: the code of a generator runs in the context of its caller's `next`. */
async function* eventsIn(
  chat: Chat,
  events: AsyncIterable<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await runInChat(chat, () => iterator.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Returns the context for a request as hooks left it: the SDK's stores read the tenant there, not in the request. */
function contextFor({ hooks }: Layer, given: unknown, left: unknown, context: unknown): unknown {
  const [before, tenant] = [given, left].map((each) => (each as { tenant?: string })?.tenant);
  if (tenant === before || typeof context !== 'object' || context === null) return context;
  return overlay(context, hooks, (key) => (key === 'tenant' ? tenant : undefined));
}

function exchangeIn(
  chat: Chat,
  { forbidden }: ServerSide,
  { agent }: Opening,
  method: A2aMethod,
  context: unknown,
): Exchange {
  const from = callerOf(context);
  const to = agent.name ?? agent.id;
  return { chat, method, role: 'server', id: nextId(), from, to, forbidden };
}

async function openingOf(
  { hooks, options, handler }: ServerSide,
  params: unknown,
  context: unknown,
): Promise<Opening> {
  const { session } = options;
  const trace = options.trace ?? readTrace(headersOf(context));
  const name = callerOf(context);
  const user = options.user ?? (name === undefined ? undefined : { id: name });
  const hostSession: SessionOptions | undefined = await sessionOf(params, context, handler);
  return {
    hooks,
    joins: false,
    agent: { ...identityOf(await handler.getAgentCard()), ...options.agent },
    can: canOf('server'),
    session,
    hostSession,
    user,
    trace,
  };
}

function identityOf({ name, version, provider }: AgentCard): AgentIdentity {
  return {
    id: name,
    name,
    version,
    ...(provider === undefined
      ? undefined
      : { provider: { name: provider.organization, url: provider.url } }),
  };
}

/** Returns the headers of a request, if the SDK's default context builder kept them. */
function headersOf(context: unknown): unknown {
  return (context as Partial<ServerCallContext> | undefined)?.state?.get('headers');
}
