import type { Context, DecisionRecord, Hooks, ModelResponse } from '@interpose/core';
import { SpanKind, type Attributes } from '@opentelemetry/api';

import { toMessages } from './content.ts';
import { GEN_AI } from '../spans/semantic-names.ts';
import type { StepKind, Watch } from './watch.ts';

const OPERATION = 'chat';

const MODEL: StepKind = {
  spans: 'model',
  kind: SpanKind.CLIENT,
  isHosts: (attributes) =>
    attributes['gen_ai.operation.name'] === OPERATION ||
    attributes['gen_ai.request.model'] !== undefined ||
    attributes['ai.model.id'] !== undefined,
};

/** Spans of model calls. Returns what stops it. */
export function watchModels(hooks: Hooks, watch: Watch): (() => void)[] {
  return [
    hooks.observe('preRequest', (ctx, record) => begin(watch, ctx, record)),
    hooks.observe('onResponse', (ctx, record) => {
      const { response } = ctx;
      count(watch, ctx);
      watch.end(ctx, record, keyOf(ctx), {
        attributes: () => answerAttributes(watch, response),
        measured: () => baseAttributes(watch, ctx),
      });
    }),
    hooks.observe('onRequestError', (ctx, record) => {
      const { code, name, status } = ctx.error;
      watch.end(ctx, record, keyOf(ctx), {
        error: code ?? (status === undefined ? (name ?? 'Error') : String(status)),
        measured: () => baseAttributes(watch, ctx),
      });
    }),
  ];
}

/** Model calls of one chat are told apart by their number. */
export const MODEL_KEY = 'model:';

function keyOf({ iteration }: { readonly iteration?: number }): string {
  return `${MODEL_KEY}${iteration ?? 0}`;
}

function begin(watch: Watch, ctx: Context<'preRequest'>, record?: DecisionRecord): void {
  const { request } = ctx;
  const { model } = request;
  watch.begin(ctx, record, MODEL, {
    key: keyOf(ctx),
    name: model === undefined ? OPERATION : `${OPERATION} ${model}`,
    attributes: () => baseAttributes(watch, ctx),
    content: () => ({
      ...watch.captured(GEN_AI.inputMessages, () => toMessages(request.messages)),
      ...watch.captured(GEN_AI.systemInstructions, () => request.instructions),
    }),
  });
}

type ModelContext = Context<'preRequest'> | Context<'onResponse'> | Context<'onRequestError'>;

function baseAttributes({ options }: Watch, { request, host, agent }: ModelContext): Attributes {
  const { model = agent.model } = request;
  const provider = providerOf(options.provider, host.framework, model) ?? agent.provider?.name;
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

function answerAttributes(watch: Watch, response: ModelResponse): Attributes {
  const { finishReason, usage, content } = response;
  const attributes: Attributes = {};
  if (finishReason !== undefined) attributes[GEN_AI.finishReasons] = [finishReason];
  if (usage?.inputTokens !== undefined) attributes[GEN_AI.inputTokens] = usage.inputTokens;
  if (usage?.outputTokens !== undefined) attributes[GEN_AI.outputTokens] = usage.outputTokens;
  if (watch.options.content === undefined) return attributes;
  const answer = (): unknown => toMessages([{ role: 'assistant', content }]);
  return Object.assign(attributes, watch.captured(GEN_AI.outputMessages, answer));
}

function count(watch: Watch, ctx: Context<'onResponse'>): void {
  const { metrics, options } = watch;
  if (!metrics.isTaken) return;
  const { request, response } = ctx;
  const attributes = baseAttributes(watch, ctx);
  const { inputTokens, outputTokens } = response.usage ?? {};
  if (inputTokens !== undefined) metrics.used(inputTokens, 'input', attributes);
  if (outputTokens !== undefined) metrics.used(outputTokens, 'output', attributes);
  const dollars = options.priceOf?.(response, request.model);
  if (dollars !== undefined && dollars > 0) metrics.spent(dollars, attributes);
}
