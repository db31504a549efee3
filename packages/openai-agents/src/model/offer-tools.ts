import { andThen, offerTools, reportRefusal } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { shownComponents } from '../coverage/inventory.ts';
import { noteUnjudged } from '../coverage/require-enforced.ts';
import type { RunLayer } from '../run/host-run.ts';
import { toolStep } from '../tools/tool-facts.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeRequest, OfferedTool } from '../translate/native.ts';
import type { Asked } from './named-model.ts';
import { broughtTools, keepBrought, unjudgedIn } from './provider-data.ts';

/**
 * Returns the request without the tools that are not on offer: tools of inactive scopes, and tools that a policy
 * denied. A request that needs no change is returned as it is, without a promise where no hook has to be asked.
 */
export function prepareAsked(layer: RunLayer, asked: Asked): MaybePromise<Asked> {
  const { request } = asked;
  const { fatal } = layer.run;
  if (fatal !== undefined) throw fatal.error;
  noteUnjudged(layer, request.prompt !== undefined, unjudgedIn(request));
  const told = layer.refusedCalls.length > 0 ? reportRefusals(layer) : undefined;
  return told === undefined ? offer(layer, asked) : told.then(() => offer(layer, asked));
}

/** Reports to hooks, once, the calls that a person refused: the SDK only tells the model about the refusal. */
async function reportRefusals(layer: RunLayer): Promise<void> {
  for (const call of layer.refusedCalls.splice(0))
    await reportRefusal(layer.chat, toolStep(layer, call, undefined), undefined);
}

function offer(layer: RunLayer, asked: Asked): MaybePromise<Asked> {
  const { chat } = layer;
  const { model, request } = asked;
  const brought = broughtTools(request.modelSettings);
  const all = brought.length === 0 ? request.tools : [...request.tools, ...brought];
  const offered = offerTools(chat, {
    tools: all,
    nameOf: hostedName,
    isHosted,
    shown: () => shownComponents(layer, model, all),
    run: layer,
  });
  return andThen(offered, (left) =>
    left === all ? asked : { model, request: offering(request, left, brought) },
  );
}

/** Returns the request with only these tools; `brought` are those that the provider's settings bring in. */
function offering(
  request: NativeRequest,
  left: readonly OfferedTool[],
  brought: readonly OfferedTool[],
): NativeRequest {
  const tools = left.filter((tool) => !brought.includes(tool));
  if (left.length - tools.length === brought.length) return { ...request, tools };
  const gone = new Set(brought.filter((tool) => !left.includes(tool)).map(hostedName));
  const modelSettings = keepBrought(request.modelSettings, (tool) => !gone.has(hostedName(tool)));
  return { ...request, tools, modelSettings };
}
