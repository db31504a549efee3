import type { ModelRequest } from '@interpose/core';
import { requestReader } from '@interpose/adapter-kit';
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

/** Sends a request to a model; returns its whole answer or its stream. */
type Ask<Answer> = (target: NativeModel, sent: NativeRequest) => Promise<Answer>;

/** Returns the step of this call for core; its request is read once. `ask` gets the model and request hooks left. */
export function askedModel<Answer>(
  { run, model }: ModelCall,
  prepared: NativeRequest,
  ask: Ask<Answer>,
): Omit<ModelStep<Answer>, 'response'> {
  const request = requestReader(() =>
    requestToContract(prepared, {
      model,
      copy: run.copy,
      known: run.known,
      kept: settingsKept(model),
      isShared: run.chat.strict,
      factsOf: (name) => factsOf(run.tools.get(name)),
    }),
  );
  return {
    request,
    unsupported: (changed) =>
      whyUnnamed(model, prepared.options, changed, request()) ?? whyKept(model, changed, request()),
    async call(changed) {
      const sent =
        changed === undefined ? prepared : requestFromContract(changed, request(), prepared);
      const target = modelFor(model, sent.options, changed, request);
      if (target !== model) await showNamedModel(run, target);
      return askBelow(run, () => ask(target, sent));
    },
    continues: (response) => callsRunHere(response, run),
    native: prepared.options,
  };
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
