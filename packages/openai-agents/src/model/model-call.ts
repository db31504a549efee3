import { andThen, requestReader, showNamedModel } from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse, Part } from '@interpose/core';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { hostedShell } from '../tools/provider-tools.ts';
import { factsOf } from '../tools/tool-facts.ts';
import type { NativeModel, NativeRequest } from '../translate/native.ts';
import { partOrigins } from '../translate/origins.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { requestToContract } from '../translate/request-to-contract.ts';
import { modelName, NamedModel } from './named-model.ts';
import { prepareRequest } from './offer-tools.ts';

/** A model and what it is asked. */
export interface Asked {
  readonly model: NativeModel;
  readonly request: NativeRequest;
}

/** One call of a model as it passes one registry of its run. */
export class ModelCall {
  readonly #layer: RunLayer;
  readonly #asked: Asked;
  readonly #named: NamedModel;
  /** What the model is about to be asked, read once. */
  readonly read: () => ModelRequest;

  private constructor(layer: RunLayer, asked: Asked) {
    this.#layer = layer;
    this.#asked = asked;
    const reading = {
      model: modelName(asked.model),
      copy: layer.copy,
      known: layer.known,
      owner: layer.chat.strict ? layer.run.agent : undefined,
      factsOf: factsOf(layer.run),
    };
    this.read = requestReader(() => requestToContract(asked.request, reading));
    this.#named = new NamedModel(asked.model, asked.request, this.read);
  }

  /** At once where nobody has to be asked what is on offer. */
  static open(layer: RunLayer, { model, request }: Asked): MaybePromise<ModelCall> {
    return andThen(
      prepareRequest(layer, model, request),
      (prepared) => new ModelCall(layer, { model, request: prepared }),
    );
  }

  /** The request as the SDK makes it, without the tools that are not on offer. */
  get request(): NativeRequest {
    return this.#asked.request;
  }

  /** Why the model that a changed request names is not the one that would be asked. */
  get unsupported(): NamedModel['unsupported'] {
    return this.#named.unsupported;
  }

  /** What is asked of which model, after hooks changed the request or left it alone. */
  after(changed: ModelRequest | undefined): MaybePromise<Asked> {
    this.#layer.heard = true;
    return changed === undefined ? this.#asked : this.#changedTo(changed);
  }

  async #changedTo(changed: ModelRequest): Promise<Asked> {
    await showNamedModel(this.#layer.chat, changed, this.read());
    const request = requestFromContract(changed, this.read(), this.request);
    return { model: this.#named.modelFor(changed), request };
  }

  /** True when the SDK goes on after this answer: it runs its calls, or asks again because one is still running. */
  readonly continues = ({ content }: ModelResponse): boolean =>
    content.some((part) => part.type === 'tool-call' && !isOver(this.#layer.run, part));
}

/** The provider has run it already, in its own shell. */
function isOver(run: AgentRun, part: Part): boolean {
  const item = partOrigins.of(part)?.item;
  if (item?.type !== 'shell_call' || hostedShell(run) === undefined) return false;
  return item.status !== undefined && item.status !== 'in_progress';
}
