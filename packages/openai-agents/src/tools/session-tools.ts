import { offerTools } from '@interpose/adapter-kit';
import { currentFrame, frameOf } from '../run/current-run.ts';
import { runImplicitly } from '../run/open-run.ts';
import { layersAround, uniteLayers } from '../targets/layers.ts';
import { isRealtime } from '../targets/realtime.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeAgent, NativeContext, NativeTool } from '../translate/native.ts';

/**
 * Returns the tools of an agent for a realtime session, without the provider's tools that no policy allows outright.
 * Such a session sends the tools itself, without a run or a request that hooks could see.
 */
export function sessionTools(
  agent: NativeAgent,
  context: NativeContext | undefined,
  tools: readonly NativeTool[],
): Promise<readonly NativeTool[]> | readonly NativeTool[] {
  if (!isRealtime(agent) || frameOf(agent) !== undefined || !tools.some(isHosted)) return tools;
  const targets = uniteLayers(currentFrame()?.run.targets ?? [], layersAround(agent));
  if (targets.length === 0) return tools;
  return runImplicitly({ agent, targets, context, signal: undefined }, async ({ layers }) => {
    let left = tools;
    for (const layer of layers)
      left = await offerTools<NativeTool>(layer.chat, {
        tools: left,
        nameOf: hostedName,
        isHosted,
        run: layer,
      });
    return left;
  });
}
