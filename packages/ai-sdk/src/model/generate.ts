import { isThenable, whyUnnamed, withoutAnswer } from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse } from '@interpose/core';
import { modelCycle, type Chat, type ModelStep } from '@interpose/core/adapter';
import { showNamedModel } from '../coverage/inventory.ts';
import { callModel } from '../targets/tags.ts';
import { localCalls } from '../tools/local-calls.ts';
import { keepProviderParts } from '../tools/provider-tools.ts';
import type { NativeParams, NativeResult } from '../translate/native.ts';
import { refusalResult } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { changedCall, readRequest, wantsObject, type ModelCall } from './model-call.ts';
import { prepareRequest } from './offer-tools.ts';

/** Asks the model for a whole answer through the hooks of this run's chat. */
export async function generateThrough(call: ModelCall): Promise<NativeResult> {
  const { run } = call.seam;
  const chat = run.opened ?? (await run.chat);
  const preparing = prepareRequest(chat, call);
  const params = isThenable(preparing) ? await preparing : preparing;
  const version = call.model.specificationVersion;
  const outcome = await modelCycle(chat, new GenerateStep(chat, call, params));
  if (outcome.kind === 'response') {
    if (outcome.native !== undefined) keepProviderParts(run, outcome.native.content);
    return outcome.changed === undefined && outcome.native !== undefined
      ? outcome.native
      : responseFromContract(outcome.changed ?? { content: [] }, outcome.native, version);
  }
  return withoutAnswer(run, outcome, wantsObject(params), (text) =>
    refusalResult(text, params, version),
  );
}

/** One call for the cycle around models; a class, since the closures of a literal would be made anew for every call. */
class GenerateStep implements ModelStep<NativeResult> {
  readonly native: NativeParams;
  readonly #chat: Chat;
  readonly #call: ModelCall;
  #read: ModelRequest | undefined;

  constructor(chat: Chat, call: ModelCall, params: NativeParams) {
    this.native = params;
    this.#chat = chat;
    this.#call = call;
  }

  /** The cycle passes it on by itself, without the step it belongs to. */
  readonly unsupported = (changed: ModelRequest): string | undefined =>
    whyUnnamed(changed, this.request());

  request(): ModelRequest {
    return (this.#read ??= readRequest(this.#call, this.native));
  }

  call(changed: ModelRequest | undefined): MaybePromise<NativeResult> {
    const { model } = this.#call;
    if (changed === undefined) return this.#ask(model, this.native);
    const { target, native } = changedCall(model, this.native, changed, () => this.request());
    const showing = showNamedModel(this.#chat, this.#call, target);
    return isThenable(showing)
      ? showing.then(() => this.#ask(target, native))
      : this.#ask(target, native);
  }

  response(native: NativeResult): ModelResponse {
    return responseToContract(native, this.#call.seam.run.copy);
  }

  continues(response: ModelResponse): boolean {
    return localCalls(response).length > 0;
  }

  #ask(model: ModelCall['model'], params: NativeParams): PromiseLike<NativeResult> {
    return callModel(this.#call.seam.run, model, 'doGenerate', params) as PromiseLike<NativeResult>;
  }
}
