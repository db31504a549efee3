import {
  DeniedError,
  InterposeError,
  type Hooks,
  type Message,
  type ModelRequest,
} from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { implicitRun } from '../run/open-run.ts';
import type { ChatRun } from '../run/host-run.ts';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { overlay } from '../targets/overlay.ts';
import { settleCall } from '../run/settle-run.ts';
import { tracedParams } from '../model/traced-params.ts';

/** An embedding model of any generation, as far as requests go. */
export interface EmbeddingModel {
  readonly modelId: string;
  readonly provider: string;
  doEmbed(options: EmbedParams): PromiseLike<unknown>;
}

interface EmbedParams {
  readonly values: readonly unknown[];
  readonly [option: string]: unknown;
}

type Embed = (options: Readonly<Record<string, unknown>>) => PromiseLike<unknown>;

/** An `embed` or `embedMany` whose requests pass the hooks; what comes back is numbers and passes none. */
export function hookEmbed(
  embed: Embed,
  name: 'embed' | 'embedMany',
  hooks: Hooks,
  options: WithHooksOptions,
  resolve: (id: string) => unknown,
): Embed {
  return (given) => {
    const model = typeof given['model'] === 'string' ? resolve(given['model']) : given['model'];
    if (!isEmbeddingModel(model)) return embed(given);
    const run = implicitRun({
      hooks,
      options,
      agent: agentIdentity(options.agent, {
        fallback: name,
        model,
        telemetry: given['telemetry'] ?? given['experimental_telemetry'],
      }),
      path: name,
      signal: given['abortSignal'] as AbortSignal | undefined,
    });
    const hooked = overlay(
      model,
      { doEmbed: (params: EmbedParams) => embedThrough(run, model, params) },
      { hooks, target: model },
    );
    return settleCall(
      () => embed({ ...given, model: hooked }),
      () => run,
    );
  };
}

function isEmbeddingModel(value: unknown): value is EmbeddingModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<EmbeddingModel>).doEmbed === 'function'
  );
}

async function embedThrough(
  run: ChatRun,
  model: EmbeddingModel,
  params: EmbedParams,
): Promise<unknown> {
  const chat = await run.chat;
  const sent = tracedParams(chat, params);
  if (!chat.listens('preRequest')) return model.doEmbed(sent);
  return model.doEmbed(await gateValues(run, chat, model, sent));
}

async function gateValues(
  run: ChatRun,
  chat: Chat,
  model: EmbeddingModel,
  params: EmbedParams,
): Promise<EmbedParams> {
  const request: ModelRequest = { model: model.modelId, messages: params.values.map(valueMessage) };
  const verdict = await chat.dispatch('preRequest', { request }, params);
  if (verdict.decision === 'deny') {
    const denial = verdict as ConstructorParameters<typeof DeniedError>[0];
    run.refusal = denial;
    throw new DeniedError(denial);
  }
  if (verdict.decision !== 'modify') return params;
  const { messages } = verdict.value as ModelRequest;
  if (messages.length !== params.values.length)
    throw miscounted(params.values.length, messages.length);
  const values = messages.map((message, index) =>
    message === request.messages[index] ? params.values[index] : textOf(message),
  );
  return { ...params, values };
}

function valueMessage(value: unknown): Message {
  return {
    role: 'user',
    content: [
      typeof value === 'string' ? { type: 'text', text: value } : { type: 'data', data: value },
    ],
  };
}

function textOf({ content }: Message): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function miscounted(values: number, messages: number): InterposeError {
  return new InterposeError(
    'embedding_count_changed',
    `a hook made ${messages} messages of ${values} values to embed`,
    'change the messages of the request, never their number',
  );
}
