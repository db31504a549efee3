import { andThen, showNamedModel } from '@interpose/adapter-kit';
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
import type { NativeModel, NativeRequest } from '../translate/native.ts';
import { partOrigins } from '../translate/origins.ts';
import { ranAtProvider } from '../translate/provider/item-to-contract.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { requestToContract } from '../translate/request-to-contract.ts';
import { findNamed, modelName, type Asked } from './named-model.ts';

/** One model call on its way through one registry of the run. */
export class ModelCall {
  protected readonly layer: RunLayer;
  /** The models that hooks named, by name; undefined until a hook names one. */
  #found: Map<string, NativeModel> | undefined;
  #read: ModelRequest | undefined;
  /** The model and the request if hooks change nothing: the SDK's own request, without tools that are not on offer. */
  readonly asked: Asked;
  readonly native: NativeRequest;

  constructor(layer: RunLayer, asked: Asked) {
    this.layer = layer;
    this.asked = asked;
    this.native = asked.request;
  }

  /** Reads the request that the model is about to get, in the shape that hooks see; it is read only once. */
  request(): ModelRequest {
    return (this.#read ??= this.reread());
  }

  reread(): ModelRequest {
    const layer = this.layer;
    return requestToContract(this.native, {
      model: modelName(this.asked.model),
      copy: layer.copy,
      known: layer.known,
      owner: layer.chat.strict ? layer.run.agent : undefined,
      factsOf: factsOf(layer.run),
    });
  }

  /**
   * Returns why the model that a changed request names cannot be asked; undefined where it can. It is an arrow function,
   * because core calls it without its object.
   */
  readonly unsupported = ({ model: name }: ModelRequest): MaybePromise<string | undefined> => {
    if (name === this.request().model) return undefined;
    return andThen(findNamed(this.asked, name), (found) => {
      if (typeof found === 'string') return found;
      (this.#found ??= new Map()).set(name!, found);
      return undefined;
    });
  };

  /** Whether the SDK goes on after this answer: it runs the calls in it, or asks again as a call is still running. */
  continues({ content }: ModelResponse): boolean {
    return content.some(
      (part) =>
        part.type === 'tool-call' && !hasResult(part, content) && !isOver(this.layer.run, part),
    );
  }

  /** Returns the model to ask and its request, after hooks changed the request or left it alone. */
  after(changed: ModelRequest | undefined, original?: ModelRequest): MaybePromise<Asked> {
    this.layer.heard = true;
    return changed === undefined
      ? this.asked
      : this.#changedTo(changed, original ?? this.request());
  }

  async #changedTo(changed: ModelRequest, original: ModelRequest): Promise<Asked> {
    await showNamedModel(this.layer.chat, changed, original);
    const request = requestFromContract(changed, original, this.asked.request);
    return { model: this.#modelFor(changed, original), request };
  }

  /** Returns the model to ask; `unsupported` has looked it up before. */
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

/** Whether the answer holds the result of this call too, as for calls that the provider ran. Hooks may rebuild both. */
function hasResult({ id }: ToolCallPart, content: readonly Part[]): boolean {
  return content.some((part) => part.type === 'tool-result' && part.id === id);
}

/** Whether the provider has already run this call, with its own tool or in its own shell. */
function isOver(run: AgentRun, part: Part): boolean {
  if (ranAtProvider(part)) return true;
  const item = partOrigins.of(part)?.item;
  if (item?.type !== 'shell_call' || hostedShell(run) === undefined) return false;
  return item.status !== undefined && item.status !== 'in_progress';
}
