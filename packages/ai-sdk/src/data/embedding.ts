import { gateEmbedding, noteOptions, type Layer } from '@interpose/adapter-kit';
import { DeniedError } from '@interpose/core';
import { surface } from '../coverage/unmediated-calls.ts';
import { implicitRun } from '../run/host-run.ts';
import { resolveEmbeddingModel } from '../targets/named-model.ts';
import { isHolder, type AiModule } from '../targets/shapes.ts';
import { hookMethods } from '../targets/tags.ts';
import { settleCall } from '../run/settle-run.ts';
import { tracedParams } from '../model/model-call.ts';

/** An embedding model of any generation, with the members that requests need. */
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

/** Returns an `embed` or `embedMany` whose requests pass the hooks. Its answers are only numbers, and pass none. */
export function hookEmbed(
  layer: Layer & { readonly module: AiModule },
  embed: Embed,
  path: 'embed' | 'embedMany',
): Embed {
  return (given) => {
    noteOptions(given, surface, layer);
    const { model: named } = given;
    const model =
      typeof named === 'string' ? resolveEmbeddingModel(named, layer.module['gateway']) : named;
    if (!isEmbeddingModel(model)) return embed(given);
    const run = implicitRun(layer, {
      fallback: path,
      model,
      telemetry: given['telemetry'] ?? given['experimental_telemetry'],
      path,
      signal: given['abortSignal'] as AbortSignal | undefined,
    });
    const doEmbed = async (params: EmbedParams): Promise<unknown> => {
      const chat = await run.chat;
      const sent = tracedParams(chat, params);
      const embedding = { model: model.modelId, values: sent.values };
      const values = await gateEmbedding(chat, embedding, sent).catch((error: unknown) => {
        if (DeniedError.isInstance(error)) run.refusal = error.denial;
        throw error;
      });
      return model.doEmbed(values === sent.values ? sent : { ...sent, values });
    };
    const hooked = hookMethods(model, { doEmbed }, layer.hooks);
    return settleCall({ run }, () => embed({ ...given, model: hooked }));
  };
}

function isEmbeddingModel(value: unknown): value is EmbeddingModel {
  return isHolder(value) && typeof value['doEmbed'] === 'function';
}
