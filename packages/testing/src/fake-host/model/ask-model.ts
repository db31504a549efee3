import type { ModelRequest, Part } from '@interpose/core';
import type { ModelOutcome, ModelStep, Refused } from '@interpose/core/adapter';

import { fromRequest, fromResponse } from '../translate/from-contract.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakeAnswer, FakeRequest } from '../translate/fake-values.ts';
import { offersOf } from '../tools/offers.ts';
import { seeNamedModel } from '../agents/see-agent.ts';
import { thrownBy } from '../run/thrown-by.ts';
import { toRequest, toResponse } from '../translate/to-contract.ts';

/** The result of asking the model. */
export type Asked = { readonly kind: 'answer'; readonly answer: FakeAnswer } | Refused;

/** Asks the model for a whole answer, through the core's cycle. */
export async function askModel(run: FakeRun): Promise<Asked> {
  const { cycles, chat, agent, origins } = run;
  const native = nextRequest(run);
  const outcome: ModelOutcome<FakeAnswer> = await cycles.modelCycle<FakeAnswer>(chat, {
    ...requestStep(run, native),
    call: async (changed) => {
      await seeNamedModel(run, native, changed);
      return agent.model.answer(requestToSend(run, native, changed), chat.signal);
    },
    response: (answer) => toResponse(answer, origins),
  });
  if (outcome.kind === 'denied') return outcome;
  if (outcome.kind === 'error') throw thrownBy(outcome);
  const { changed, native: answer } = outcome;
  if (changed !== undefined) return { kind: 'answer', answer: fromResponse(changed, origins) };
  if (answer === undefined) throw new TypeError('the cycle gave neither an answer nor a change');
  return { kind: 'answer', answer };
}

/** Returns the request that the framework would send next. */
export function nextRequest({ agent, attached, history, ...run }: FakeRun): FakeRequest {
  const { trace } = run.chat;
  return {
    model: 'fake-model',
    ...(agent.instructions === undefined ? {} : { prompt: agent.instructions }),
    history: [...attached, ...history],
    offers: offersOf({ agent, attached, history, ...run }),
    ...(trace === undefined ? {} : { trace }),
  };
}

/** Returns the native request, or the changed one if hooks changed it. */
export function requestToSend(
  { origins }: FakeRun,
  native: FakeRequest,
  changed: ModelRequest | undefined,
): FakeRequest {
  if (changed === undefined) return native;
  const { trace } = native;
  return { ...fromRequest(changed, origins), ...(trace === undefined ? {} : { trace }) };
}

/** Returns the options of a model step that plain and streamed calls share. */
export function requestStep(
  { origins }: FakeRun,
  native: FakeRequest,
): Pick<ModelStep<FakeAnswer>, 'request' | 'unsupported' | 'continues' | 'native'> {
  return {
    request: () => toRequest(native, origins),
    unsupported: ({ model }) =>
      model === undefined || model === '' ? 'A request needs the name of a model.' : undefined,
    continues: ({ content }) =>
      content.some((part) => part.type === 'tool-call' && !ranAlready(part.id, content)),
    native,
  };
}

function ranAlready(id: string, content: readonly Part[]): boolean {
  return content.some((part) => part.type === 'tool-result' && part.id === id);
}
