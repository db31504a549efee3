import { deniedOffers } from '@interpose/core/adapter';
import { reportRefusals } from '../approval/resume.ts';
import { absentComponents } from '../coverage/inventory.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeModel, NativeRequest, OfferedTool } from '../translate/native.ts';

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

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
async function deniedHostedTools(
  layer: RunLayer,
  tools: readonly OfferedTool[],
): Promise<readonly string[]> {
  const offered = tools.filter(isHosted);
  if (offered.length === 0 || !layer.chat.intercepts('preToolCall')) return [];
  return deniedOffers(layer.chat, layer.hosted, offered.map(hostedName));
}
