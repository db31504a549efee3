import type { DecisionRecord, Disposer, Hooks, Policy } from '@interpose/core';
import { traceSteps } from '@interpose/core/trace';
import { createNoopMeter, metrics, ProxyTracerProvider, trace } from '@opentelemetry/api';

import { SCOPE } from './steps/host-span.ts';
import { isTold } from './spans/decision-event.ts';
import { Metrics } from './spans/metrics.ts';
import { OpenSpans } from './spans/open-spans.ts';
import { stepTracer } from './steps/step-tracer.ts';
import { readOptions, type TelemetryOptions } from './telemetry-options.ts';
import { Watch } from './steps/watch.ts';
import { startSession, watchChats } from './steps/watch-chats.ts';
import { watchComponents } from './steps/watch-components.ts';
import { MODEL, watchModels } from './steps/watch-models.ts';
import { watchTools, watchUnknownTools } from './steps/watch-tools.ts';

/**
 * Returns a policy that decides nothing and reports to OpenTelemetry: spans of sessions, chats, model calls, tool
 * calls, retrievals and delegations after the GenAI conventions, decisions as events on them, and metrics. It captures
 * no content unless `content` is given. If a framework makes spans of its own, decisions go onto those.
 *
 * @throws InterposeError `invalid_option`.
 * @example
 * const hooks = createHooks({ policies: [telemetry(), denyTools(['exec'])] });
 */
export function telemetry(options: TelemetryOptions = {}): Policy {
  const settings = readOptions(options);
  return {
    name: 'telemetry',
    version: '1.0.0',
    setup: (hooks) => {
      const stops: (() => void)[] = [];
      const begin = (): Watch => {
        const tracer = settings.tracer ?? trace.getTracer(SCOPE);
        const meter = settings.meter ?? metrics.getMeter(SCOPE);
        const watch = new Watch(new OpenSpans(tracer), new Metrics(meter), settings);
        stops.push(...start(hooks, watch));
        return watch;
      };
      if (isHeard(settings)) begin();
      else stops.push(waitForSdk(hooks, settings, begin));
      return disposerOf(stops);
    },
  };
}

/** Whether somebody takes spans or metrics; without an SDK the API drops them. */
function isHeard({ tracer, meter }: TelemetryOptions): boolean {
  if (tracer !== undefined || meter !== undefined) return true;
  const provider = trace.getTracerProvider();
  const isSet = !(provider instanceof ProxyTracerProvider);
  return (
    isSet ||
    provider.getDelegateTracer(SCOPE) !== undefined ||
    metrics.getMeter(SCOPE) !== createNoopMeter()
  );
}

/** Checks at the start of each session whether an SDK was set up; until then a run costs nothing. */
function waitForSdk(hooks: Hooks, options: TelemetryOptions, begin: () => Watch): () => void {
  const stop = hooks.observe('onSessionStart', (ctx) => {
    if (!isHeard(options)) return;
    stop();
    startSession(begin(), ctx);
  });
  return stop;
}

function start(hooks: Hooks, watch: Watch): (() => void)[] {
  const { spans } = watch.options;
  return [
    ...watchChats(hooks, watch),
    ...(spans.has('model') ? watchModels(hooks, watch) : []),
    ...(spans.has('tool') ? watchTools(hooks, watch) : []),
    ...watchComponents(hooks, watch),
    ...watchUnknownTools(hooks, watch),
    hooks.observe(
      'onDecision',
      watch.deciding(({ record }) => decided(watch, record)),
    ),
    traceSteps(hooks, stepTracer(watch)),
  ];
}

/** Counts a decision, and writes it onto the chat's span if no step's span has it. */
function decided(watch: Watch, record: DecisionRecord): void {
  watch.metrics.decided(record);
  const { open, options } = watch;
  if (!isTold(record, options)) return;
  const { chatId, event } = record;
  const span = event === 'onResponseDelta' ? open.newest(chatId, MODEL)?.span : undefined;
  watch.tell(span ?? open.chatSpan(chatId) ?? trace.getActiveSpan(), record);
}

function disposerOf(stops: readonly (() => void)[]): Disposer {
  const dispose = (): void => {
    for (const stop of stops) stop();
  };
  return Object.assign(dispose, { [Symbol.dispose]: dispose });
}
