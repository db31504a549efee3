import { andThen, requestReader, showNamedModel } from '@interpose/adapter-kit';
import {
  InterposeError,
  type MaybePromise,
  type ModelRequest,
  type ModelResponse,
  type Part,
  type ToolCallPart,
} from '@interpose/core';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { hostedShell } from '../tools/provider-tools.ts';
import { factsOf } from '../tools/tool-facts.ts';
import type { NativeModel } from '../translate/native.ts';
import { partOrigins } from '../translate/origins.ts';
import { ranAtProvider } from '../translate/provider/item-to-contract.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { requestToContract } from '../translate/request-to-contract.ts';
import { findNamed, modelName, type Asked } from './named-model.ts';
import { prepareRequest } from './offer-tools.ts';

/** One call of a model as it passes one registry of its run. */
export class ModelCall {
  readonly #layer: RunLayer;
  /** The models that hooks named, by name, once they have. */
  #found: Map<string, NativeModel> | undefined;
  /** What is asked where hooks change nothing: the SDK's own request, without the tools that are not on offer. */
  readonly asked: Asked;
  /** What the model is about to be asked, read once. */
  readonly request: () => ModelRequest;

  private constructor(layer: RunLayer, asked: Asked) {
    this.#layer = layer;
    this.asked = asked;
    const reading = {
      model: modelName(asked.model),
      copy: layer.copy,
      known: layer.known,
      owner: layer.chat.strict ? layer.run.agent : undefined,
      factsOf: factsOf(layer.run),
    };
    this.request = requestReader(() => requestToContract(asked.request, reading));
  }

  /** At once where nobody has to be asked what is on offer. */
  static open(layer: RunLayer, { model, request }: Asked): MaybePromise<ModelCall> {
    return andThen(
      prepareRequest(layer, model, request),
      (prepared) => new ModelCall(layer, { model, request: prepared }),
    );
  }

  /** Why the model that a changed request names is not the one that would be asked. */
  readonly unsupported = ({ model: name }: ModelRequest): MaybePromise<string | undefined> => {
    if (name === this.request().model) return undefined;
    return andThen(findNamed(this.asked, name), (found) => {
      if (typeof found === 'string') return found;
      (this.#found ??= new Map()).set(name!, found);
      return undefined;
    });
  };

  /** True when the SDK goes on after this answer: it runs its calls, or asks again because one is still running. */
  readonly continues = ({ content }: ModelResponse): boolean =>
    content.some(
      (part) =>
        part.type === 'tool-call' && !hasResult(part, content) && !isOver(this.#layer.run, part),
    );

  /** What is asked of which model, after hooks changed the request or left it alone. */
  after(changed: ModelRequest | undefined): MaybePromise<Asked> {
    this.#layer.heard = true;
    return changed === undefined ? this.asked : this.#changedTo(changed);
  }

  async #changedTo(changed: ModelRequest): Promise<Asked> {
    const original = this.request();
    await showNamedModel(this.#layer.chat, changed, original);
    const request = requestFromContract(changed, original, this.asked.request);
    return { model: this.#modelFor(changed, original), request };
  }

  /** The model to ask, which `unsupported` has found. */
  #modelFor({ model: name }: ModelRequest, { model: before }: ModelRequest): NativeModel {
    const found = name === before ? this.asked.model : this.#found?.get(name ?? '');
    if (found !== undefined) return found;
    throw new InterposeError(
      'model_unresolved',
      `the model "${name}" was not found`,
      'name a model that the provider of the run knows',
    );
  }
}

/** A call that the provider ran has what it came to beside it, also where hooks made it anew. */
function hasResult({ id }: ToolCallPart, content: readonly Part[]): boolean {
  return content.some((part) => part.type === 'tool-result' && part.id === id);
}

/** The provider has run it already, by itself or in its own shell. */
function isOver(run: AgentRun, part: Part): boolean {
  if (ranAtProvider(part)) return true;
  const item = partOrigins.of(part)?.item;
  if (item?.type !== 'shell_call' || hostedShell(run) === undefined) return false;
  return item.status !== undefined && item.status !== 'in_progress';
}
