import { streamOf, withoutAnswer } from '@interpose/adapter-kit';
import { streamCycle } from '@interpose/core/adapter';
import { beginCall, modelStep, requestToSend, type ModelCall } from '../model/model-call.ts';
import type { ToyPart } from '../translate/native.ts';
import { partsOf, refusalAnswer } from '../translate/refusal.ts';
import { streamCodec } from './codec.ts';

/** Asks the model for an answer in parts, through the hooks of this run's chat. */
export async function streamThrough(call: ModelCall): Promise<AsyncIterable<ToyPart>> {
  const { run, model } = call;
  const native = await beginCall(call);
  const outcome = await streamCycle<ToyPart>(run.chat, {
    ...modelStep(run, native),
    call: async (changed) =>
      streamOf(await model.stream(await requestToSend(run, native, changed))),
    codec: streamCodec(run),
  });
  if (outcome.kind === 'stream') return outcome.stream;
  return withoutAnswer(run, outcome, false, (text) => streamOf(partsOf(refusalAnswer(text))));
}
