import { isThenable, withoutAnswer } from '@interpose/adapter-kit';
import type { MaybePromise, ModelRequest, ModelResponse } from '@interpose/core';
import { modelCycle, type ModelStep } from '@interpose/core/adapter';
import { keepMetadata } from '../coverage/provider-options.ts';
import { keepProviderPart } from '../tools/provider-tools.ts';
import type { NativeContent, NativeResult } from '../translate/native.ts';
import { refusalResult } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';
import { responseToContract } from '../translate/response-to-contract.ts';
import { CallStep } from './call-step.ts';
import { wantsObject, type ModelCall } from './model-call.ts';
import { prepareRequest } from './offer-tools.ts';

/** Asks the model for a whole answer through the hooks of the run's chat. */
export async function generateThrough(call: ModelCall): Promise<NativeResult> {
  const { run } = call.seam;
  const chat = run.opened ?? (await run.chat);
  const preparing = prepareRequest(chat, call);
  const params = isThenable(preparing) ? await preparing : preparing;
  const version = call.model.specificationVersion;
  const outcome = await modelCycle(chat, new GenerateStep(chat, call, params));
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
  call(changed: ModelRequest | undefined): MaybePromise<NativeResult> {
    return this.ask('doGenerate', changed) as MaybePromise<NativeResult>;
  }

  response(native: NativeResult): ModelResponse {
    return responseToContract(native, this.asked.seam.run.copy);
  }
}
