import type { EventName } from '@interpose/core';
import type { Probe } from '@interpose/testing/probes';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { RunnableLambda } from '@langchain/core/runnables';

import type { CanaryModel } from './canary-model.ts';
import { drain, kitProbe, type Kit } from './probe-kit.ts';

/** What one answer without tools asks. */
const ask: readonly EventName[] = ['onUserMessage', 'preRequest', 'onResponse', 'onAgentResponse'];

const deltas: readonly EventName[] = [...ask, 'onResponseDelta'];

/** A chat model in every way an app calls one. */
export function modelProbes(): readonly Probe[] {
  return [...plainProbes(), ...streamProbes(), ...wrappedProbes()];
}

const modelProbe = (
  name: string,
  asks: readonly EventName[],
  app: (model: CanaryModel, kit: Kit) => unknown,
): Probe => kitProbe(name, asks, (kit) => app(kit.hook(kit.model), kit), 'text');

const prompt = 'Pay me.';

function plainProbes(): readonly Probe[] {
  return [
    modelProbe('model.invoke', ask, (model, { listening }) => model.invoke(prompt, listening)),
    kitProbe('whole model', ask, ({ hook, whole }) => hook(whole).invoke(prompt), 'text'),
    modelProbe('model.generate', ask, async (model, { listening }) => {
      const { generations, llmOutput } = await model.generate(
        [['user', prompt] as never].map((message) => [message]),
        listening,
      );
      return { generations, llmOutput };
    }),
    modelProbe('model._generate', ask, (model, { question }) =>
      model['_generate'](question.messages),
    ),
    modelProbe('model._streamResponseChunks', deltas, (model, { question }) =>
      drain(model['_streamResponseChunks'](question.messages, {})),
    ),
    modelProbe('model.batch', ask, (model) => model.batch([prompt, prompt])),
  ];
}

function streamProbes(): readonly Probe[] {
  return [
    modelProbe('model.stream', deltas, async (model, { listening }) => ({
      chunks: await drain(model.stream(prompt, listening)),
    })),
    kitProbe(
      'whole model, streamed',
      ask,
      ({ hook, whole }) => drain(hook(whole).stream(prompt)),
      'text',
    ),
    modelProbe('model.streamLog', ask, (model) => drain(model.streamLog(prompt))),
    ...['v1', 'v2'].map((version) =>
      modelProbe(`model.streamEvents ${version}`, deltas, async (model) => {
        const events = await drain(model.streamEvents(prompt, { version } as never));
        return events.map(dataOf);
      }),
    ),
    {
      ...modelProbe('model.streamEvents v3', deltas, async (model) => {
        const stream = model.streamEvents(prompt, { version: 'v3' } as never);
        return drain(stream);
      }),
      runsOn: (version) => version !== '1.0.1',
    },
  ];
}

/** What an event tells, without the ids that differ from run to run. */
function dataOf(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || event instanceof Error) return event;
  const { event: name, data } = event as { readonly event?: unknown; readonly data?: unknown };
  return { name, data };
}

function overloaded(): never {
  throw new Error('overloaded');
}

function wrappedProbes(): readonly Probe[] {
  return [
    modelProbe('bindTools', ask, (model, { refund }) =>
      (model.bindTools([refund]) as unknown as CanaryModel).invoke(prompt),
    ),
    modelProbe('model.withConfig', ask, (model, { listening }) =>
      model.withConfig(listening).invoke(prompt),
    ),
    modelProbe('model.withRetry', ask, (model) =>
      model.withRetry({ stopAfterAttempt: 1 }).invoke(prompt),
    ),
    modelProbe('model.withFallbacks', ask, (model, { hook, whole }) => {
      const broken = hook(Object.assign(whole, { _generate: overloaded }));
      return broken.withFallbacks([model] as never).invoke(prompt);
    }),
    modelProbe('model.pipe', ask, (model, { listening }) =>
      RunnableLambda.from((text: string) => text)
        .pipe(model)
        .pipe(new StringOutputParser())
        .invoke(prompt, listening),
    ),
    modelProbe('model.pipe, streamed', deltas, (model) =>
      drain(model.pipe(new StringOutputParser()).stream(prompt)),
    ),
    modelProbe('model.withListeners', ask, (model, { run }) =>
      model.withListeners({ onEnd: ({ outputs }) => run.note('onEnd', outputs) }).invoke(prompt),
    ),
    kitProbe(
      'withStructuredOutput',
      ask,
      ({ hook, whole }) => {
        const schema = { title: 'answer', type: 'object', properties: {} };
        return hook(whole).withStructuredOutput(schema, { includeRaw: true }).invoke(prompt);
      },
      'json',
    ),
  ];
}
