import { andThen, offerTools } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { reportRefusals } from '../approval/resume.ts';
import { absentComponents } from '../coverage/inventory.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeModel, NativeRequest } from '../translate/native.ts';

/**
 * The request without the tools that are not on offer: scopes that are gone, components and hosted tools that a
 * policy denied. A request that needs no change comes back as it is, at once where nobody has to be asked.
 */
export function prepareRequest(
  run: AgentRun,
  layer: RunLayer,
  model: NativeModel,
  request: NativeRequest,
): MaybePromise<NativeRequest> {
  if (run.fatal !== undefined) throw run.fatal.error;
  const told = layer.refusedCalls.length > 0 ? reportRefusals(run, layer) : undefined;
  return andThen(told, () => offer(run, layer, model, request));
}

function offer(
  run: AgentRun,
  layer: RunLayer,
  model: NativeModel,
  request: NativeRequest,
): MaybePromise<NativeRequest> {
  const { chat, memory } = layer;
  const absent = async (): Promise<readonly string[]> => {
    const names = await absentComponents(run, layer, model, request.tools);
    memory.absent.clear();
    for (const name of names) memory.absent.add(name);
    return names;
  };
  const offered = offerTools(chat, {
    tools: request.tools,
    nameOf: hostedName,
    isHosted,
    absent: chat.listens('onInventoryChange') ? absent : () => NONE,
    asked: () => memory.providerTools,
  });
  return andThen(offered, (tools) =>
    tools === request.tools ? request : { ...request, tools: [...tools] },
  );
}

const NONE: readonly string[] = [];
