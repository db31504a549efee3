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

import { ChatSpans, type OpenStep, type StepId, type StepName } from './chat-spans.ts';
import { Inside } from './inside.ts';

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
  passOver(chatId: string, step: StepName, startedAt: number): OpenStep | undefined {
    const chat = this.#chats.get(chatId);
    if (chat?.span?.isRecording() !== false) return undefined;
    chat.take(step.event, step.id, step.about);
    return chat.put(step, chat.span, 'chat', startedAt);
  }

  /** Starts a step below its chat's span, or the app's active one. Ends an open step with the same event and id. */
  startStep(
    chatId: string,
    step: StepName,
    name: string,
    given: { readonly attributes: Attributes; readonly startTime: number; readonly kind: SpanKind },
  ): OpenStep {
    const chat = this.#chat(chatId);
    const first = chat.take(step.event, step.id, step.about);
    if (first?.of === 'step') first.span.end();
    const span = this.#tracer.startSpan(name, given, parentOf(chat));
    return chat.put(step, span, 'step', given.startTime);
  }

  /** Uses the framework's own span for a step; a span that was begun here for it is dropped without an end. */
  adopt(chatId: string, step: StepName, span: Span, startedAt: number): OpenStep {
    const chat = this.#chat(chatId);
    if (!chat.hostTells) chat.span?.addLink({ context: span.spanContext() });
    chat.hostTells = true;
    const { decisions } = chat.take(step.event, step.id, step.about) ?? {};
    return chat.put(step, span, 'host', startedAt, decisions);
  }

  /** True once the framework was seen to make spans of its own for the steps of this chat. */
  hostTells(chatId: string): boolean {
    return this.#chats.get(chatId)?.hostTells === true;
  }

  /** Removes a step and returns it; the caller ends its span. */
  takeStep(chatId: string, { event, id, about }: StepName): OpenStep | undefined {
    const chat = this.#chats.get(chatId);
    const step = chat?.takeAny(event, id, about);
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
