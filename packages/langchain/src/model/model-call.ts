import type { MaybePromise, ModelRequest, ModelResponse } from '@interpose/core';
import { andThen } from '@interpose/adapter-kit';
import type { ModelStep } from '@interpose/core/adapter';
import { askBelow } from './ask-below.ts';
import { settingsKept } from './default-options.ts';
import { showNamedModel } from '../coverage/inventory.ts';
import { modelFor, whyUnnamed } from './named-model.ts';
import type { ChatRun } from '../run/host-run.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { factsOf } from '../tools/tool-facts.ts';
import { callsRunHere } from '../tools/waiting-calls.ts';
import type { CallOptions, NativeModel, RunManager } from '../translate/native.ts';
import { requestFromContract } from '../translate/request-from-contract.ts';
import { requestToContract, type NativeRequest } from '../translate/request-to-contract.ts';

/** One model call on its way through the hooks. */
export interface ModelCall extends NativeRequest {
  readonly run: ChatRun;
  readonly seam: ModelSeam;
  readonly model: NativeModel;
  readonly runManager: RunManager | undefined;
}

/** Whether a refusal has to be an error. If the caller expects an object, a message cannot be the refusal. */
export function wantsError(run: ChatRun, options: CallOptions): boolean {
  const { response_format, ls_structured_output_format } = options;
  return (
    run.isStructured || response_format !== undefined || ls_structured_output_format !== undefined
  );
}

/**
 * One model call as core takes it through its gates; the request is read once. It is a class because an object literal
 * would make its functions again for every call.
 */
export abstract class AskedModel<Answer> implements Omit<ModelStep<Answer>, 'response'> {
  readonly native: CallOptions;
  protected readonly asked: ModelCall;
  readonly #prepared: NativeRequest;
  #read: ModelRequest | undefined;

  constructor(asked: ModelCall, prepared: NativeRequest) {
    this.native = prepared.options;
    this.asked = asked;
    this.#prepared = prepared;
  }

  /** An arrow function, because core calls it without its object. */
  readonly unsupported = (changed: ModelRequest): string | undefined => {
    const { model } = this.asked;
    const request = this.request();
    return whyUnnamed(model, this.native, changed, request) ?? whyKept(model, changed, request);
  };

  request(): ModelRequest {
    return (this.#read ??= this.reread());
  }

  reread(): ModelRequest {
    const { run, model } = this.asked;
    return requestToContract(this.#prepared, {
      model,
      copy: run.copy,
      known: run.known,
      kept: settingsKept(model),
      isShared: run.chat.strict,
      factsOf: (name) => factsOf(run.tools.get(name)),
    });
  }

  call(changed: ModelRequest | undefined, original?: ModelRequest): MaybePromise<Answer> {
    const { run, model } = this.asked;
    if (changed === undefined) return askBelow(run, () => this.ask(model, this.#prepared));
    const sent = requestFromContract(changed, original ?? this.request(), this.#prepared);
    const target = modelFor(model, sent.options, changed, this.request());
    const shown = target === model ? undefined : showNamedModel(run, target);
    return andThen(shown, () => askBelow(run, () => this.ask(target, sent)));
  }

  continues(response: ModelResponse): boolean {
    return callsRunHere(response, this.asked.run);
  }

  /** Sends what hooks left of the request to the model that they left; returns its whole answer or its stream. */
  protected abstract ask(target: NativeModel, sent: NativeRequest): Promise<Answer>;
}

/** Returns why a changed setting would not be sent, if so: the model adds its own settings over those of a call. */
function whyKept(
  model: NativeModel,
  { settings: after = {} }: ModelRequest,
  { settings: before = {} }: ModelRequest,
): string | undefined {
  if (after === before) return undefined;
  const name = Object.keys(settingsKept(model) ?? {}).find((key) => after[key] !== before[key]);
  return name === undefined
    ? undefined
    : `A policy changed the setting ${name}, which this chat model adds to every request itself.`;
}
