import type { Context, Hooks, ModelResponse } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { toMessages } from './content.ts';
import { errorType } from '../spans/error-type.ts';
import { GEN_AI } from '../spans/semantic-names.ts';
import type { StepEnd, StepKind, Watch } from './watch.ts';

const OPERATION = 'chat';

/** The event of model calls; the calls of one chat are told apart by their number. */
export const MODEL = 'preRequest';

const ASKED: StepKind<Context<'preRequest'>> = {
  spans: 'model',
  kind: SpanKind.CLIENT,
  isHosts: (attributes) =>
    attributes['gen_ai.operation.name'] === OPERATION ||
    attributes['gen_ai.request.model'] !== undefined ||
    attributes['ai.model.id'] !== undefined,
  event: MODEL,
  id: numberOf,
  name: ({ request: { model } }) => (model === undefined ? OPERATION : `${OPERATION} ${model}`),
  attributes: baseAttributes,
  recorded: ({ request }, watch) => {
    const attributes: Attributes = {};
    if (!watch.captures) return attributes;
    watch.capture(attributes, GEN_AI.inputMessages, toMessages(request.messages));
    watch.capture(attributes, GEN_AI.systemInstructions, request.instructions);
    return attributes;
  },
};

const ANSWERED: StepEnd<Context<'onResponse'>> = {
  event: MODEL,
  id: numberOf,
  attributes: ({ response }, watch) => answerAttributes(watch, response),
  measured: baseAttributes,
};

const FAILED: StepEnd<Context<'onRequestError'>> = {
  event: MODEL,
  id: numberOf,
  error: ({ error: { code, name, status } }) =>
    errorType(code, status === undefined ? name : String(status)),
  measured: baseAttributes,
};

/** Makes the spans of model calls. Returns the functions that stop that. */
export function watchModels(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preRequest', watch.begins(ASKED)),
    hooks.observe(
      'onResponse',
      watch.deciding((ctx, record) => {
        watch.end(ANSWERED, ctx, record);
        count(watch, ctx);
      }),
    ),
    hooks.observe('onRequestError', watch.ends(FAILED)),
  ];
}

function numberOf({ iteration }: { readonly iteration?: number }): number {
  return iteration ?? 0;
}

type ModelContext = Context<'preRequest'> | Context<'onResponse'> | Context<'onRequestError'>;

function baseAttributes(
  { request, agent }: ModelContext,
  { options }: Watch,
  framework: string,
): Attributes {
  const { model = agent.model } = request;
  const provider = providerOf(options.provider, framework, model) ?? agent.provider?.name;
  const attributes: Attributes = { [GEN_AI.operationName]: OPERATION };
  if (model !== undefined) attributes[GEN_AI.requestModel] = model;
  if (provider !== undefined) attributes[GEN_AI.providerName] = provider;
  return attributes;
}

function providerOf(
  given: Watch['options']['provider'],
  framework: string,
  model: string | undefined,
): string | undefined {
  if (typeof given === 'function') return given(framework, model);
  return given ?? (framework === 'openai' ? 'openai' : undefined);
}

/** Returns attributes for a span that has begun, which leaves out undefined ones. */
function answerAttributes(watch: Watch, response: ModelResponse): Attributes {
  const { finishReason, usage, content } = response;
  const attributes: Attributes = {
    [GEN_AI.finishReasons]: finishReason && [finishReason],
    [GEN_AI.inputTokens]: usage?.inputTokens,
    [GEN_AI.outputTokens]: usage?.outputTokens,
  };
  if (watch.captures)
    watch.capture(attributes, GEN_AI.outputMessages, toMessages([{ role: 'assistant', content }]));
  return attributes;
}

function count(watch: Watch, ctx: Context<'onResponse'>): void {
  const { metrics, options } = watch;
  if (!metrics.isTaken) return;
  const { request, response, host } = ctx;
  const attributes = baseAttributes(ctx, watch, host.framework);
  const { inputTokens, outputTokens } = response.usage ?? {};
  if (inputTokens !== undefined) metrics.used(inputTokens, 'input', attributes);
  if (outputTokens !== undefined) metrics.used(outputTokens, 'output', attributes);
  const dollars = options.priceOf?.(response, request.model);
  if (Number.isFinite(dollars) && dollars! > 0) metrics.spent(dollars!, attributes);
}
