import type { BaseContext, DecisionRecord } from '@interpose/core';
import { SpanStatusCode, type Attributes, type Span, type SpanKind } from '@opentelemetry/api';

import { redacted } from './content.ts';
import { addDecision, isRefused, isTold, refusalOf } from '../spans/decision-event.ts';
import { hostSpan } from './host-span.ts';
import type { Metrics } from '../spans/metrics.ts';
import type { OpenSpans, OpenStep } from '../spans/open-spans.ts';
import { ERROR_TYPE, GEN_AI, INTERPOSE } from '../spans/semantic-names.ts';
import type { readOptions, SpanName } from '../telemetry-options.ts';

/** What one kind of step is, as far as its span tells. */
export interface StepKind {
  readonly spans: SpanName;
  readonly kind: SpanKind;
  /** True for the attributes of a span that the framework itself makes for such a step. */
  readonly isHosts: (attributes: Readonly<Record<string, unknown>>) => boolean;
}

/** A step that begins. */
export interface Beginning {
  readonly key: string;
  readonly name: string;
  /** What a sampler may look at; asked only where the span is made here and not by the framework. */
  readonly attributes: () => Attributes;
  /** What was asked, where content is captured; asked only where the span is recorded. */
  readonly content?: () => Attributes;
}

/** How a step ended; attributes are asked only where somebody takes them. */
export interface Ending {
  readonly attributes?: () => Attributes;
  readonly error?: string;
  readonly measured: () => Attributes;
}

/** Follows the steps of one registry: begins and ends their spans, writes decisions on them, counts. */
export class Watch {
  readonly open: OpenSpans;
  readonly metrics: Metrics;
  readonly options: ReturnType<typeof readOptions>;
  /** Decisions that are on a span already. */
  readonly #told = new WeakSet<DecisionRecord>();

  constructor(open: OpenSpans, metrics: Metrics, options: ReturnType<typeof readOptions>) {
    this.open = open;
    this.metrics = metrics;
    this.options = options;
  }

  /** Writes a decision onto a span, once. */
  tell(span: Span | undefined, record: DecisionRecord | undefined): void {
    if (span === undefined || record === undefined || !isTold(record, this.options)) return;
    if (this.#told.has(record)) return;
    this.#told.add(record);
    addDecision(span, record, this.options);
  }

  /** Begins a step's span, or takes the framework's own for it. A step that was refused ends at once. */
  begin(
    ctx: BaseContext,
    record: DecisionRecord | undefined,
    kind: StepKind,
    step: Beginning,
  ): void {
    if (!this.options.spans.has(kind.spans)) return;
    const { chatId, at: startTime } = ctx;
    const hosts = hostSpan(kind.isHosts);
    // The framework's span for a refused step is not at hand here: the decision stays with the chat.
    if (hosts === undefined && isRefused(record) && this.open.hostTells(chatId)) return;
    const begun =
      hosts === undefined
        ? this.#start(ctx, kind, step)
        : this.open.adopt(chatId, step.key, hosts, startTime);
    this.tell(begun.span, record);
    if (record !== undefined && isTold(record, this.options)) begun.decisions.push(record);
    if (!isRefused(record)) return;
    this.open.takeStep(chatId, step.key);
    refuse(begun.span, record);
    if (begun.own) begun.span.end();
  }

  #start(
    ctx: BaseContext,
    { kind }: StepKind,
    { key, name, attributes, content }: Beginning,
  ): OpenStep {
    const given = {
      attributes: addCommon(attributes(), ctx),
      startTime: ctx.at,
      kind,
    };
    const step = this.open.startStep(ctx.chatId, key, name, given);
    if (this.options.content !== undefined && content !== undefined && step.span.isRecording())
      step.span.setAttributes(content());
    return step;
  }

  /** The span a step runs in: the framework's own where it made one, which then has the step's decisions too. */
  running(chatId: string, key: string, kind: StepKind): Span | undefined {
    const step = this.open.step(chatId, key);
    if (step?.own !== true) return undefined;
    const hosts = hostSpan(kind.isHosts);
    if (hosts === undefined) return step.span;
    for (const record of this.open.adopt(chatId, key, hosts, step.startedAt).decisions)
      addDecision(hosts, record, this.options);
    return undefined;
  }

  /** Ends a step's span with what came back, and measures it. */
  end(ctx: BaseContext, record: DecisionRecord | undefined, key: string, ending: Ending): void {
    const step = this.open.takeStep(ctx.chatId, key);
    if (step === undefined) return;
    const { span } = step;
    if (step.own && ending.attributes !== undefined && span.isRecording())
      span.setAttributes(ending.attributes());
    this.tell(span, record);
    if (isRefused(record)) refuse(span, record);
    else if (ending.error !== undefined && step.own) fail(span, ending.error);
    this.#measure(ctx, step, ending);
    if (step.own) span.end();
  }

  /** An attribute with a value as JSON after the app's own redaction; none unless the app asked for content. */
  captured(name: string, value: () => unknown): Attributes {
    const { content } = this.options;
    const text = content === undefined ? undefined : redacted(value(), content);
    return text === undefined ? {} : { [name]: text };
  }

  #measure(ctx: BaseContext, step: OpenStep, { measured, error }: Ending): void {
    if (!this.metrics.isTaken) return;
    this.metrics.ran(Date.now() - step.startedAt, {
      ...measured(),
      ...(error !== undefined && { [ERROR_TYPE]: error }),
      [INTERPOSE.framework]: ctx.host.framework,
    });
  }
}

/** Adds what the spans of every step carry. */
export function addCommon(attributes: Attributes, ctx: BaseContext): Attributes {
  const { session, agent, user, host, attempt } = ctx;
  attributes[GEN_AI.conversationId] = session.id;
  attributes[GEN_AI.agentId] = agent.id;
  if (agent.name !== undefined) attributes[GEN_AI.agentName] = agent.name;
  if (agent.version !== undefined) attributes[GEN_AI.agentVersion] = agent.version;
  if (user !== undefined) attributes[INTERPOSE.userId] = user.id;
  if (attempt > 1) attributes[INTERPOSE.attempt] = attempt;
  attributes[INTERPOSE.framework] = host.framework;
  return attributes;
}

/** Marks a span as failed; the type is a code or a class name, never a text that may hold content. */
export function fail(span: Span, type: string): void {
  span.setAttribute(ERROR_TYPE, type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function refuse(span: Span, record: DecisionRecord): void {
  span.setAttributes(refusalOf(record));
  span.setStatus({
    code: SpanStatusCode.ERROR,
    message: `${record.decision === 'ask' ? 'not approved' : 'denied'} by ${record.by.join(', ') || 'interpose'}`,
  });
}
