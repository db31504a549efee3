import type { BaseContext, Context, Hooks, Trace } from '@interpose/core';
import { readTrace } from '@interpose/core/trace';
import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api';

import { errorType } from '../spans/error-type.ts';
import { INTERPOSE, GEN_AI } from '../spans/semantic-names.ts';
import { addCommon, fail } from './common-attributes.ts';
import type { Watch } from './watch.ts';

/** Makes the spans of sessions and chats. Returns the functions that stop that. */
export function watchChats(hooks: Hooks, watch: Watch): (() => void)[] {
  const { spans } = watch.options;
  const sessions = spans.has('session') ? watchSessions(hooks, watch) : [];
  if (!spans.has('chat')) return [...sessions, ...watchEndings(hooks, watch)];
  return [
    ...sessions,
    hooks.observe('onChatStart', (ctx) => startChat(watch, ctx)),
    hooks.observe('onChatDone', (ctx) => endChat(watch, ctx, ctx.reason)),
    hooks.observe('onChatAbort', (ctx) => endChat(watch, ctx, 'aborted')),
    hooks.observe('onChatError', (ctx) => endChat(watch, ctx, 'error', typeOf(ctx.error))),
  ];
}

/** Ends the steps that an ending of a chat cut off, if chats themselves have no spans. */
function watchEndings(hooks: Hooks, { open }: Watch): (() => void)[] {
  const drop = ({ chatId }: { readonly chatId: string }): void => void open.takeChat(chatId);
  return [
    hooks.observe('onChatDone', drop),
    hooks.observe('onChatAbort', drop),
    hooks.observe('onChatError', drop),
  ];
}

function watchSessions(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('onSessionStart', (ctx) => startSession(watch, ctx)),
    hooks.observe('onSessionEnd', ({ session, ended }) =>
      watch.open.takeSession(session.id)?.setAttribute(INTERPOSE.sessionEnded, ended).end(),
    ),
  ];
}

/** Begins the span of a session, if sessions have spans. */
export function startSession({ open, options }: Watch, ctx: Context<'onSessionStart'>): void {
  if (!options.spans.has('session')) return;
  const { session, at, user } = ctx;
  open.startSession(
    session.id,
    {
      [GEN_AI.conversationId]: session.id,
      ...(user !== undefined && { [INTERPOSE.userId]: user.id }),
    },
    at,
  );
}

function startChat({ open }: Watch, ctx: Context<'onChatStart'>): void {
  const { chatId, session, agent, at } = ctx;
  const operation = 'invoke_agent';
  open.startChat(chatId, session.id, `${operation} ${agent.name ?? agent.id}`, {
    attributes: addCommon({ [GEN_AI.operationName]: operation }, ctx, ctx.host.framework),
    startTime: at,
    remote: remoteOf(ctx.trace),
  });
}

/** Returns the span of a W3C trace context; undefined if it names no valid span. */
function remoteOf(given: Trace | undefined): SpanContext | undefined {
  const trace = readTrace(given);
  if (trace === undefined) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = trace.traceparent.split('-');
  const remote = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(trace.tracestate !== undefined && { traceState: createTraceState(trace.tracestate) }),
  };
  return isSpanContextValid(remote) ? remote : undefined;
}

function endChat(
  { open, metrics }: Watch,
  ctx: BaseContext & { readonly durationMs: number },
  ending: string,
  error?: string,
): void {
  const span = open.takeChat(ctx.chatId)?.setAttribute(INTERPOSE.ending, ending);
  if (span !== undefined && error !== undefined) fail(span, error);
  span?.end();
  if (!metrics.isTaken) return;
  metrics.ran(ctx.durationMs, {
    [INTERPOSE.ending]: ending,
    [GEN_AI.operationName]: 'invoke_agent',
    [INTERPOSE.framework]: ctx.host.framework,
  });
}

/** Returns the class of an error, since its text may contain content. */
function typeOf(error: unknown): string {
  return errorType((error as { readonly name?: unknown } | null)?.name);
}
