import { andThen, withoutAnswer } from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse } from '@interpose/core';
import { modelCycle, type Chat, type ModelOutcome, type ModelStep } from '@interpose/core/adapter';
import { keepMetadata } from '../coverage/provider-options.ts';
import { keepProviderPart } from '../tools/provider-tools.ts';
import type { NativeContent, NativeParams, NativeResult } from '../translate/native.ts';
import { refusalResult } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { CallStep } from './call-step.ts';
import { wantsObject, type ModelCall } from './model-call.ts';
import { prepareRequest } from './offer-tools.ts';

/** Asks the model for a whole answer through the hooks of the run's chat. */
export function generateThrough(call: ModelCall): Promise<NativeResult> {
  const { run } = call.seam;
  // Without an async function here, each call costs one promise less; a thrown error still rejects.
  try {
    const asking = andThen(run.opened ?? run.chat, (chat) =>
      andThen(prepareRequest(chat, call), (params) => ask(chat, call, params)),
    );
    return Promise.resolve(asking);
  } catch (error) {
    return Promise.reject(error);
  }
}

function ask(chat: Chat, call: ModelCall, params: NativeParams): Promise<NativeResult> {
  const asking = modelCycle(chat, new GenerateStep(chat, call, params));
  return asking.then((outcome) => resultOf(call, params, outcome));
}

function resultOf(
  { seam, model }: ModelCall,
  params: NativeParams,
  outcome: ModelOutcome<NativeResult>,
): MaybePromise<NativeResult> {
  const { run } = seam;
  const version = model.specificationVersion;
  if (outcome.kind === 'response') {
    const parts: readonly NativeContent[] = outcome.native?.content ?? NOTHING;
    for (let at = 0; at < parts.length; at++) {
      keepMetadata(parts[at]!);
      keepProviderPart(run, parts[at]!);
    }
    return outcome.changed === undefined && outcome.native !== undefined
      ? outcome.native
      : responseFromContract(outcome.changed ?? { content: [] }, outcome.native, version);
  }
  return withoutAnswer(run, outcome, wantsObject(params), (text) =>
    refusalResult(text, params, version),
  );
}

const NOTHING: readonly NativeContent[] = [];

class GenerateStep extends CallStep implements ModelStep<NativeResult> {
  call(changed: ModelRequest | undefined, original?: ModelRequest): MaybePromise<NativeResult> {
    return this.ask('doGenerate', changed, original) as MaybePromise<NativeResult>;
  }

  response(native: NativeResult): ModelResponse {
    return responseToContract(native, this.asked.seam.run.copy);
  }
}
