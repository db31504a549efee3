import type { AgentRun } from '../run/host-run.ts';
import { absentComponents } from '../coverage/inventory.ts';
import { hostedName, isHosted } from '../tools/hosted-name.ts';
import type { NativeModel, NativeRequest } from '../translate/native.ts';
import { deniedHostedTools } from './hosted-tools.ts';
import { reportRefusals } from '../approval/resume.ts';
import type { RunLayer } from '../run/run-layer.ts';

/**
 * The request without the tools that are not on offer: scopes that are gone, components and hosted tools that a
 * policy denied. A request that needs no change comes back as it is.
 */
export async function prepareRequest(
  run: AgentRun,
  layer: RunLayer,
  model: NativeModel,
  request: NativeRequest,
): Promise<NativeRequest> {
  if (run.fatal !== undefined) throw run.fatal.error;
  if (layer.refusedCalls.length > 0) await reportRefusals(run, layer);
  if (layer.chat.listens('onInventoryChange'))
    await absentComponents(run, layer, model, request.tools);
  const denied = request.tools.some(isHosted)
    ? await deniedHostedTools(layer, request.tools)
    : NONE;
  const { scopes } = layer.hooks;
  const kept = request.tools.filter(
    (tool) =>
      scopes.isEnabled(hostedName(tool)) &&
      !layer.absent.has(`tool:${hostedName(tool)}`) &&
      !denied.includes(hostedName(tool)),
  );
  return kept.length === request.tools.length ? request : { ...request, tools: kept };
}

const NONE: readonly string[] = [];
