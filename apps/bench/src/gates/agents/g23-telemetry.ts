import type { Hooks, Policy } from '@interpose/core';
import { OpenTelemetry } from '@ai-sdk/otel';
import { withHooks } from '@interpose/ai-sdk';
import { telemetry } from '@interpose/otel';
import { context, trace, type Context, type Span, type Tracer } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  InMemorySpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import * as ai from 'ai';

import { atMost, type Figure, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { timeCases, type Batch, type TimedCases } from '../../method/time-cases.ts';
import { CONTROL } from '../../method/timings.ts';
import { sdkPolicies } from '../../sdk/sdk-policies.ts';
import { toolLoopModel } from '../../sdk/tool-loop-model.ts';
import { weatherTools } from '../../sdk/weather-tool.ts';

/** Two model calls and a tool through the AI SDK under ten policies: what telemetry adds to it. */
export const gate: Gate = { id: 'G23', name: 'telemetry', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const tracer = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter: new Nowhere() })],
  }).getTracer('bench');
  const unsampled = new TracerProvider({ sampler: new AlwaysOffSampler() }).getTracer('bench');
  const cases = {
    'no telemetry': generate(await sdkPolicies('sync', 10)),
    'no SDK': generate(await told(telemetry())),
    recorded: generate(await told(telemetry({ tracer }))),
    'as many bare spans': withBareSpans(generate(await sdkPolicies('sync', 10)), tracer),
    'not sampled': generate(await told(telemetry({ tracer: unsampled }))),
    'bare spans, not sampled': withBareSpans(generate(await sdkPolicies('sync', 10)), unsampled),
    'the SDK alone': call(ai),
    'the SDK, its own telemetry': call(ai, [new OpenTelemetry({ tracer })]),
  };
  const runs = await timeCases(cases, PLAN);
  const off = runs.ratio('no SDK', 'no telemetry');
  return {
    control: runs.control,
    parts: [
      atMost('the policy, without an SDK of OpenTelemetry', off, 1.02),
      atMost('spans recorded in batches', runs.ratio('recorded', 'no telemetry'), 1.1),
    ],
    peers: [
      ...runs.figures('no telemetry', 'no SDK', 'recorded', 'as many bare spans'),
      ...runs.figures('not sampled', 'bare spans, not sampled'),
      ...runs.figures('the SDK alone', 'the SDK, its own telemetry'),
      ...(await processorTime(cases)),
    ],
  };
}

const HEARD = ['recorded', 'as many bare spans', 'not sampled', 'bare spans, not sampled'];
const PLAN = { baseline: 'no telemetry', batchMs: 6, rounds: 100, warmupMs: 300 };

/** The same by what the processor spends here: a loaded machine says more with it than with time as it passes. */
async function processorTime(cases: TimedCases): Promise<Figure[]> {
  const spent = await timeCases(cases, { ...PLAN, rounds: 50, clock: 'processor' });
  const over = (name: string, base: string): Figure => ({
    name: `processor time: ${name} over ${base}`,
    value: spent.leastRatio(name, base),
    unit: 'x',
  });
  return [
    ...[CONTROL, 'no SDK', ...HEARD].map((name) => over(name, 'no telemetry')),
    over('the SDK, its own telemetry', 'the SDK alone'),
  ];
}

/**
 * The run, and after it the spans that telemetry makes of it, with as many attributes, below each other, and with one
 * scope each for what runs inside a step: what OpenTelemetry itself costs.
 */
function withBareSpans(run: Batch, tracer: Tracer): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      await run(1);
      const session = tracer.startSpan('bare', { startTime: Date.now(), root: true });
      const chat = begin(tracer, trace.setSpan(context.active(), session));
      const below = trace.setSpan(context.active(), chat);
      for (let made = 0; made < STEPS; made += 1) {
        const span = begin(tracer, below);
        context.with(trace.setSpan(context.active(), span), () => span.setAttributes(ENDED));
        span.end();
      }
      chat.end();
      session.end();
    }
  };
}

function begin(tracer: Tracer, parent: Context): Span {
  return tracer.startSpan('bare', { attributes: { ...BEGUN }, startTime: Date.now() }, parent);
}

/** Two model calls and a tool, beside a session and a chat. */
const STEPS = 3;
const BEGUN = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'model',
  'gen_ai.conversation.id': 'conversation',
  'gen_ai.agent.id': 'agent',
  'interpose.framework': 'ai-sdk',
};
const ENDED = {
  'gen_ai.response.finish_reasons': ['stop'],
  'gen_ai.usage.input_tokens': 1,
  'gen_ai.usage.output_tokens': 1,
};

/** The same ten policies, with telemetry. */
async function told(policy: Policy): Promise<Hooks> {
  const hooks = await sdkPolicies('sync', 10);
  hooks.use(policy);
  return hooks;
}

/** Takes spans as a collector would, at once, and keeps none. */
class Nowhere extends InMemorySpanExporter {
  override export(
    _spans: readonly unknown[],
    done: Parameters<InMemorySpanExporter['export']>[1],
  ): void {
    super.export([], done);
  }
}

function generate(hooks: Hooks): Batch {
  return call(withHooks(ai, hooks));
}

function call(
  { generateText }: Pick<typeof ai, 'generateText'>,
  integrations: OpenTelemetry[] = [],
): Batch {
  const tools = weatherTools();
  const model = toolLoopModel();
  const stopWhen = ai.isStepCount(5);
  const prompt = 'What is the weather in Lisbon?';
  return async (count) => {
    for (let i = 0; i < count; i += 1)
      keep(await generateText({ model, tools, stopWhen, prompt, telemetry: { integrations } }));
  };
}
