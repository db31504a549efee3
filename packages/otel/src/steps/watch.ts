import type { BaseContext, DecisionRecord } from '@interpose/core';
import { skipSilence } from '@interpose/core/trace';
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';

import { redacted } from './content.ts';
import { addDecision, isRefused, isTold, refuse } from '../spans/decision-event.ts';
import { hostSpan } from './host-span.ts';
import type { Metrics } from '../spans/metrics.ts';
import type { OpenStep, StepId, StepName } from '../spans/chat-spans.ts';
import type { OpenSpans } from '../spans/open-spans.ts';
import { addCommon, fail } from './common-attributes.ts';
import { ERROR_TYPE, INTERPOSE } from '../spans/semantic-names.ts';
import type { readOptions, SpanName } from '../telemetry-options.ts';

/** One kind of step, and the start of its span: functions of the context, so that no step makes its own. */
export interface StepKind<Begin> {
  readonly spans: SpanName;
  readonly kind: SpanKind;
  /** Whether attributes are those of a span that the framework itself makes for such a step. */
  isHosts(this: void, attributes: Readonly<Record<string, unknown>>): boolean;
  /** The event that it begins with. */
  readonly event: string;
  id(this: void, ctx: Begin): StepId;
  /** What the step is about, if steps with one id may run in parallel. */
  about?(this: void, ctx: Begin): unknown;
  name(this: void, ctx: Begin): string;
  /** Returns what the conventions show a sampler; called only if the span is made here, not by the framework. */
  attributes(this: void, ctx: Begin, watch: Watch, framework: string): Attributes;
  /** Returns further attributes; called only for a recorded span, since the SDK reads those of the start twice. */
  recorded?(this: void, ctx: Begin, watch: Watch): Attributes;
}

/** The end of one kind of step; attributes are computed only if somebody takes them. */
export interface StepEnd<End> {
  /** The event that the step began with. */
  readonly event: string;
  id(this: void, ctx: End): StepId;
  about?(this: void, ctx: End): unknown;
  attributes?(this: void, ctx: End, watch: Watch): Attributes;
  error?(this: void, ctx: End): string;
  /** Returns the attributes of its metric. `framework` is given, since a context makes a new host at each read. */
  measured(this: void, ctx: End, watch: Watch, framework: string): Attributes;
}

type Deciding<Ctx> = (ctx: Ctx, record?: DecisionRecord) => void;

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

  /** Returns the observer; it skips decisions in which every hook stayed silent, unless somebody needs them. */
  deciding<Observer extends (ctx: never, record: never) => unknown>(observer: Observer): Observer {
    if (this.metrics.isTaken || this.options.decisions === 'all') return observer;
    return skipSilence(observer);
  }

  /** Returns an observer that begins steps of a kind. */
  begins<Begin extends BaseContext>(kind: StepKind<Begin>): Deciding<Begin> {
    return this.deciding((ctx, record) => this.begin(kind, ctx, record));
  }

  /** Returns an observer that ends steps. */
  ends<End extends BaseContext>(end: StepEnd<End>): Deciding<End> {
    return this.deciding((ctx, record) => this.end(end, ctx, record));
  }

  /** Writes a decision onto a span, once. */
  tell(span: Span | undefined, record: DecisionRecord | undefined): void {
    if (record === undefined || !isTold(record, this.options) || this.#told.has(record)) return;
    if (span?.isRecording() !== true) return;
    this.#told.add(record);
    addDecision(span, record, this.options);
  }

  /** Begins a step's span, or uses the framework's own. A step that was refused ends at once. */
  begin<Begin extends BaseContext>(
    kind: StepKind<Begin>,
    ctx: Begin,
    record: DecisionRecord | undefined,
  ): void {
    if (!this.options.spans.has(kind.spans)) return;
    const { chatId, at } = ctx;
    const name = { event: kind.event, id: kind.id(ctx), about: kind.about?.(ctx) };
    const hosts = hostSpan(kind.isHosts);
    // The framework's span for a refused step is not active here, so the decision goes to the chat's span.
    if (hosts === undefined && isRefused(record) && this.open.hostTells(chatId)) return;
    const step =
      hosts === undefined
        ? (this.open.passOver(chatId, name, at) ?? this.#start(kind, ctx, name))
        : this.open.adopt(chatId, name, hosts, at);
    if (record !== undefined) this.#decided(step, record, chatId);
  }

  /** Writes the decision that was made before a step onto its span; a refused step ends here. */
  #decided(step: OpenStep, record: DecisionRecord, chatId: string): void {
    this.tell(step.span, record);
    if (isTold(record, this.options)) (step.decisions ??= []).push(record);
    if (!isRefused(record)) return;
    this.open.takeStep(chatId, step);
    refuse(step.span, record);
    if (step.of === 'step') step.span.end();
  }

  #start<Begin extends BaseContext>(kind: StepKind<Begin>, ctx: Begin, name: StepName): OpenStep {
    const { framework } = ctx.host;
    const given = {
      attributes: kind.attributes(ctx, this, framework),
      startTime: ctx.at,
      kind: kind.kind,
    };
    const step = this.open.startStep(ctx.chatId, name, kind.name(ctx), given);
    if (step.span.isRecording())
      step.span.setAttributes(addCommon(kind.recorded?.(ctx, this) ?? {}, ctx, framework));
    return step;
  }

  /** Returns the span a step runs in; undefined if the framework made one, which then gets the decisions too. */
  running(
    chatId: string,
    id: StepId,
    { event, isHosts }: Pick<StepKind<never>, 'event' | 'isHosts'>,
  ): Span | undefined {
    const step = this.open.newest(chatId, event, id);
    if (step === undefined || step.of === 'host') return undefined;
    const hosts = hostSpan(isHosts);
    if (hosts === undefined) return step.span;
    for (const record of this.open.adopt(chatId, step, hosts, step.startedAt).decisions ?? [])
      addDecision(hosts, record, this.options);
    return undefined;
  }

  /** Ends a step's span with what came back, and measures it. */
  end<End extends BaseContext>(
    end: StepEnd<End>,
    ctx: End,
    record: DecisionRecord | undefined,
  ): void {
    const name = { event: end.event, id: end.id(ctx), about: end.about?.(ctx) };
    const step = this.open.takeStep(ctx.chatId, name);
    if (step === undefined) return;
    const { span } = step;
    const isOwn = step.of === 'step';
    const error = end.error?.(ctx);
    if (isOwn && end.attributes !== undefined && span.isRecording())
      span.setAttributes(end.attributes(ctx, this));
    this.tell(span, record);
    if (isRefused(record)) refuse(span, record);
    else if (error !== undefined && isOwn) fail(span, error);
    // Ended before it is measured: that calls functions of the app, which may throw.
    if (isOwn) span.end();
    if (this.metrics.isTaken) this.#measure(end, ctx, step, error);
  }

  /** Whether the app asked for content; if not, no values are made for capturing. */
  get captures(): boolean {
    return this.options.content !== undefined;
  }

  /** Adds a value as JSON after the app's own redaction. */
  capture(attributes: Attributes, name: string, value: unknown): void {
    const text = this.captures ? redacted(value, this.options.content!) : undefined;
    if (text !== undefined) attributes[name] = text;
  }

  #measure<End extends BaseContext>(
    end: StepEnd<End>,
    ctx: End,
    { startedAt }: OpenStep,
    error: string | undefined,
  ): void {
    const { framework } = ctx.host;
    const attributes = end.measured(ctx, this, framework);
    if (error !== undefined) attributes[ERROR_TYPE] = error;
    attributes[INTERPOSE.framework] = framework;
    this.metrics.ran(Date.now() - startedAt, attributes);
  }
}
