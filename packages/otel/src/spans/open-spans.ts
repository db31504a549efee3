import type { DecisionRecord } from '@interpose/core';
import {
  context,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
  type SpanContext,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';

import { Inside } from './inside.ts';

/** One step that has begun and not ended. */
export interface OpenStep {
  /** The event that it began with. */
  readonly event: string;
  /** Tells the steps of one event in a chat apart: the id of a call, the number of a model call, who is asked. */
  readonly id: StepId;
  readonly span: Span;
  /** Whose span it is: the step's; the framework's, which ends it itself; or the chat's, if that is not recorded. */
  readonly of: 'step' | 'host' | 'chat';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The decisions about it so far that became span events. */
  decisions: DecisionRecord[] | undefined;
  /** The step of the same chat that began before it and is open too. */
  before: OpenStep | undefined;
}

export type StepId = string | number;

class ChatSpans {
  span: Span | undefined;
  /** True once the framework was seen to make spans of its own for the steps of this chat. */
  hostTells = false;
  /** The latest step, linked to those before it: few are open at a time, and a map is rebuilt whenever it empties. */
  before: OpenStep | undefined;

  /** Removes and returns the newest step with this event and this id. */
  take(event: string, id: StepId): OpenStep | undefined {
    let after: OpenStep | undefined;
    let step = this.before;
    while (step !== undefined && (step.event !== event || step.id !== id))
      step = (after = step).before;
    if (step !== undefined) (after ?? this).before = step.before;
    return step;
  }

  /** Adds a step; the caller has to remove another one with the same event and id before. */
  put(
    event: string,
    id: StepId,
    span: Span,
    of: OpenStep['of'],
    startedAt: number,
    decisions?: DecisionRecord[],
  ): OpenStep {
    return (this.before = { event, id, span, of, startedAt, decisions, before: this.before });
  }
}

/** The spans that are open: one per session, one per chat, and those of the chat's steps by key. */
export class OpenSpans {
  readonly #tracer: Tracer;
  readonly #sessions = new Map<string, Span>();
  readonly #chats = new Map<string, ChatSpans>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  startSession(id: string, attributes: Attributes, startTime: number): void {
    // Only if there is a span to leave: the tracer makes another context for a root.
    const root = trace.getActiveSpan() !== undefined;
    this.#sessions.set(id, this.#tracer.startSpan('session', { attributes, startTime, root }));
  }

  /** Removes a session and returns its span, which the caller ends. */
  takeSession(id: string): Span | undefined {
    const span = this.#sessions.get(id);
    this.#sessions.delete(id);
    return span;
  }

  /**
   * Starts a chat's span: below the app's active span, or the span in another process that asked for the chat, and
   * linked to its session; below its session if there is neither.
   */
  startChat(
    chatId: string,
    sessionId: string,
    name: string,
    given: {
      readonly attributes: Attributes;
      readonly startTime: number;
      /** The span in another process that asked for the chat; used if the app is in no span. */
      readonly remote: SpanContext | undefined;
    },
  ): void {
    const { remote } = given;
    const session = this.#sessions.get(sessionId);
    const active = context.active();
    const inside = trace.getSpan(active);
    const outside = remote === undefined ? session : trace.wrapSpanContext(remote);
    const parent =
      inside === undefined && outside !== undefined ? new Inside(active, outside) : active;
    const isBelowSession = inside === undefined && remote === undefined;
    const { attributes, startTime } = given;
    const options: SpanOptions = { attributes, startTime };
    if (!isBelowSession && session !== undefined)
      options.links = [{ context: session.spanContext() }];
    this.#chat(chatId).span = this.#tracer.startSpan(name, options, parent);
  }

  chatSpan(chatId: string): Span | undefined {
    return this.#chats.get(chatId)?.span;
  }

  /** Removes a chat and returns its span. Ends its steps that an abort or an error cut off. */
  takeChat(chatId: string): Span | undefined {
    const chat = this.#chats.get(chatId);
    this.#chats.delete(chatId);
    for (let step = chat?.before; step !== undefined; step = step.before)
      if (step.of === 'step') step.span.end();
    return chat?.span;
  }

  /** Begins a step without a span of its own, if nobody records its chat's span; undefined if somebody does. */
  passOver(chatId: string, event: string, id: StepId, startedAt: number): OpenStep | undefined {
    const chat = this.#chats.get(chatId);
    if (chat?.span?.isRecording() !== false) return undefined;
    chat.take(event, id);
    return chat.put(event, id, chat.span, 'chat', startedAt);
  }

  /** Starts a step below its chat's span, or the app's active one. Ends an open step with the same event and id. */
  startStep(
    chatId: string,
    event: string,
    id: StepId,
    name: string,
    given: { readonly attributes: Attributes; readonly startTime: number; readonly kind: SpanKind },
  ): OpenStep {
    const chat = this.#chat(chatId);
    const first = chat.take(event, id);
    if (first?.of === 'step') first.span.end();
    const span = this.#tracer.startSpan(name, given, parentOf(chat));
    return chat.put(event, id, span, 'step', given.startTime);
  }

  /** Uses the framework's own span for a step; a span that was begun here for it is dropped without an end. */
  adopt(chatId: string, event: string, id: StepId, span: Span, startedAt: number): OpenStep {
    const chat = this.#chat(chatId);
    if (!chat.hostTells) chat.span?.addLink({ context: span.spanContext() });
    chat.hostTells = true;
    const { decisions } = chat.take(event, id) ?? {};
    return chat.put(event, id, span, 'host', startedAt, decisions);
  }

  /** True once the framework was seen to make spans of its own for the steps of this chat. */
  hostTells(chatId: string): boolean {
    return this.#chats.get(chatId)?.hostTells === true;
  }

  /** Removes a step and returns it; the caller ends its span. */
  takeStep(chatId: string, event: string, id: StepId): OpenStep | undefined {
    const chat = this.#chats.get(chatId);
    const step = chat?.take(event, id);
    if (chat?.span === undefined && chat?.before === undefined) this.#chats.delete(chatId);
    return step;
  }

  /** Returns the newest step of a chat with this event, and with this id if one is given. */
  newest(chatId: string, event: string, id?: StepId): OpenStep | undefined {
    for (let step = this.#chats.get(chatId)?.before; step !== undefined; step = step.before)
      if (step.event === event && (id === undefined || step.id === id)) return step;
    return undefined;
  }

  #chat(id: string): ChatSpans {
    let chat = this.#chats.get(id);
    if (chat === undefined) this.#chats.set(id, (chat = new ChatSpans()));
    return chat;
  }
}

/** Returns the parent of a step: its chat's span, unless the app is in a span directly below that already. */
function parentOf({ span }: ChatSpans): Context {
  const active = context.active();
  const inside = trace.getSpan(active) as
    | { readonly parentSpanContext?: { readonly spanId?: string } }
    | undefined;
  return span === undefined || inside?.parentSpanContext?.spanId === span.spanContext().spanId
    ? active
    : new Inside(active, span);
}
