import type { DecisionRecord } from '@interpose/core';
import {
  context,
  SpanKind,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';

/** One step that has begun and not ended. */
export interface OpenStep {
  readonly span: Span;
  /** False for a span of the framework, which ends it itself. */
  readonly own: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Decisions made about it so far. */
  readonly decisions: DecisionRecord[];
}

interface ChatSpans {
  span: Span | undefined;
  /** The context that the steps of the chat begin in: made once, as most are begun where the app is in no span. */
  inside: { readonly of: Context; readonly context: Context } | undefined;
  /** True once the framework was seen to make spans of its own for the steps of this chat. */
  hostTells: boolean;
  readonly steps: Map<string, OpenStep>;
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
    this.#sessions.set(
      id,
      this.#tracer.startSpan('session', { attributes, startTime, root: true }),
    );
  }

  endSession(id: string, attributes: Attributes): void {
    const span = this.#sessions.get(id);
    this.#sessions.delete(id);
    span?.setAttributes(attributes);
    span?.end();
  }

  /**
   * A chat's span: below the span that the app is in or the one that asked for it elsewhere, and linked to its session;
   * below its session where there is neither.
   */
  startChat(
    chatId: string,
    sessionId: string,
    name: string,
    given: {
      readonly attributes: Attributes;
      readonly startTime: number;
      /** The span that the chat was asked for in another process, where the app is in none. */
      readonly remote: SpanContext | undefined;
    },
  ): Span {
    const { remote, ...told } = given;
    const session = this.#sessions.get(sessionId);
    const inside = trace.getActiveSpan();
    const outside = remote === undefined ? session : trace.wrapSpanContext(remote);
    const parent =
      inside === undefined && outside !== undefined
        ? trace.setSpan(context.active(), outside)
        : context.active();
    const isBelowSession = inside === undefined && remote === undefined;
    const links =
      isBelowSession || session === undefined ? [] : [{ context: session.spanContext() }];
    const span = this.#tracer.startSpan(name, { ...told, links, kind: SpanKind.INTERNAL }, parent);
    this.#chat(chatId).span = span;
    return span;
  }

  chatSpan(chatId: string): Span | undefined {
    return this.#chats.get(chatId)?.span;
  }

  /** Ends a chat, and steps of it that had no ending: those that an abort or an error cut off. */
  endChat(chatId: string, end: (span: Span) => void): void {
    const chat = this.#chats.get(chatId);
    this.#chats.delete(chatId);
    for (const step of chat?.steps.values() ?? []) if (step.own) step.span.end();
    if (chat?.span === undefined) return;
    end(chat.span);
    chat.span.end();
  }

  /** Starts a step below its chat's span, or below where the app is. A second one of the same key ends the first. */
  startStep(
    chatId: string,
    key: string,
    name: string,
    given: { readonly attributes: Attributes; readonly startTime: number; readonly kind: SpanKind },
  ): OpenStep {
    const chat = this.#chat(chatId);
    chat.steps.get(key)?.span.end();
    const span = this.#tracer.startSpan(name, given, this.#parentOf(chat));
    const step = { span, own: true, startedAt: given.startTime, decisions: [] };
    chat.steps.set(key, step);
    return step;
  }

  /** Lets the framework's own span stand for a step, in place of one that was begun here and is dropped unseen. */
  adopt(chatId: string, key: string, span: Span, startedAt: number): OpenStep {
    const chat = this.#chat(chatId);
    const { decisions = [] } = chat.steps.get(key) ?? {};
    const step = { span, own: false, startedAt, decisions };
    chat.steps.set(key, step);
    if (!chat.hostTells) chat.span?.addLink({ context: span.spanContext() });
    chat.hostTells = true;
    return step;
  }

  /** True once the framework was seen to make spans of its own for the steps of this chat. */
  hostTells(chatId: string): boolean {
    return this.#chats.get(chatId)?.hostTells === true;
  }

  step(chatId: string, key: string): OpenStep | undefined {
    return this.#chats.get(chatId)?.steps.get(key);
  }

  /** Takes a step out; whoever asks ends its span. */
  takeStep(chatId: string, key: string): OpenStep | undefined {
    const chat = this.#chats.get(chatId);
    const step = chat?.steps.get(key);
    chat?.steps.delete(key);
    if (chat !== undefined && chat.span === undefined && chat.steps.size === 0)
      this.#chats.delete(chatId);
    return step;
  }

  /** The newest step of a chat whose key begins so. */
  newest(chatId: string, prefix: string): OpenStep | undefined {
    let newest: OpenStep | undefined;
    const chat = this.#chats.get(chatId);
    if (chat !== undefined)
      for (const [key, step] of chat.steps) if (key.startsWith(prefix)) newest = step;
    return newest;
  }

  #parentOf(chat: ChatSpans): Context {
    const active = context.active();
    const { span } = chat;
    if (span === undefined || isBelow(trace.getSpan(active), span)) return active;
    if (chat.inside?.of !== active)
      chat.inside = { of: active, context: trace.setSpan(active, span) };
    return chat.inside.context;
  }

  #chat(id: string): ChatSpans {
    let chat = this.#chats.get(id);
    if (chat === undefined)
      this.#chats.set(
        id,
        (chat = { span: undefined, inside: undefined, hostTells: false, steps: new Map() }),
      );
    return chat;
  }
}

/** True where the app is inside a span of the chat's own trace that began after it, such as one of the framework. */
function isBelow(active: Span | undefined, chat: Span): boolean {
  if (active === undefined) return false;
  const { parentSpanContext: parent } = active as {
    readonly parentSpanContext?: { readonly spanId?: string };
  };
  return parent?.spanId === chat.spanContext().spanId;
}
