import { withoutAnswer } from '@interpose/adapter-kit';
import { modelCycle } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import { streamThrough } from '../stream/stream-model.ts';
import { answerFromContract, answerToContract } from '../translate/answer.ts';
import type { ToyAnswer, ToyModel } from '../translate/native.ts';
import { refusalAnswer } from '../translate/refusal.ts';
import { beginCall, modelStep, requestToSend, type ModelCall } from './model-call.ts';

/** The same model, with every call passing the hooks of this run's chat. */
export function hookModel(model: ToyModel, run: AgentRun): ToyModel {
  return {
    name: model.name,
    answer: (request) => generateThrough({ run, model, request }),
    stream: (request) => streamThrough({ run, model, request }),
  };
}

async function generateThrough(call: ModelCall): Promise<ToyAnswer> {
  const { run, model } = call;
  const native = await beginCall(call);
  const outcome = await modelCycle<ToyAnswer>(run.chat, {
    ...modelStep(run, native),
    call: async (changed) => model.answer(await requestToSend(run, native, changed)),
    response: answerToContract,
  });
  if (outcome.kind !== 'response') return withoutAnswer(run, outcome, false, refusalAnswer);
  const { changed, native: answer = refusalAnswer('') } = outcome;
  return changed === undefined ? answer : answerFromContract(changed);
}
