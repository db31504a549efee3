import type { Hooks, Policy } from '@interpose/core';
import { OpenTelemetry } from '@ai-sdk/otel';
import { withHooks } from '@interpose/ai-sdk';
import { telemetry } from '@interpose/otel';
import { BatchSpanProcessor, TracerProvider, InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import * as ai from 'ai';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { timeCases, type Batch } from '../../method/time-cases.ts';
import { sdkPolicies } from '../../sdk/sdk-policies.ts';
import { toolLoopModel } from '../../sdk/tool-loop-model.ts';
import { weatherTools } from '../../sdk/weather-tool.ts';

/** Two model calls and a tool through the AI SDK under ten policies: what telemetry adds to it. */
export const gate: Gate = { id: 'G23', name: 'telemetry', tolerance: 0.03, measure };

async function measure(): Promise<Sample> {
  const tracer = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter: new Nowhere() })],
  }).getTracer('bench');
  const runs = await timeCases(
    {
      'no telemetry': generate(await sdkPolicies('sync', 10)),
      'no SDK': generate(await told(telemetry())),
      recorded: generate(await told(telemetry({ tracer }))),
      'as many bare spans': withBareSpans(generate(await sdkPolicies('sync', 10)), tracer),
      'the SDK alone': call(ai),
      'the SDK, its own telemetry': call(ai, [new OpenTelemetry({ tracer })]),
    },
    { baseline: 'no telemetry', batchMs: 6, rounds: 100, warmupMs: 300 },
  );
  return {
    control: runs.control,
    parts: [
      atMost(
        'the policy, without an SDK of OpenTelemetry',
        runs.ratio('no SDK', 'no telemetry'),
        1.02,
      ),
      atMost('spans recorded in batches', runs.ratio('recorded', 'no telemetry'), 1.1),
    ],
    peers: [
      ...runs.figures('no telemetry', 'no SDK', 'recorded', 'as many bare spans'),
      ...runs.figures('the SDK alone', 'the SDK, its own telemetry'),
    ],
  };
}

/** The run, and after it the spans that telemetry makes of it, with as many attributes: what the SDK alone costs. */
function withBareSpans(run: Batch, tracer: ReturnType<TracerProvider['getTracer']>): Batch {
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      await run(1);
      for (let made = 0; made < SPANS; made += 1) {
        const span = tracer.startSpan('bare', { attributes: BEGUN, startTime: Date.now() });
        span.setAttributes(ENDED);
        span.end();
      }
    }
  };
}

/** A session, a chat, two model calls and a tool. */
const SPANS = 5;
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
