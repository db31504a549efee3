import { DeniedError, type InventoryComponent } from '@interpose/core';
import { seeInventory } from '@interpose/core/adapter';
import type { AgentRun } from './agent-run.ts';
import { modelName } from './model-name.ts';
import type { NativeModel, OfferedTool } from './native.ts';
import type { RunLayer } from './run-layer.ts';
import { factsOf } from './tool-facts.ts';

/**
 * Shows the model and the tools at first sight, and remembers the components a policy wants absent.
 *
 * @throws DeniedError when the model itself is denied.
 */
export async function absentComponents(
  run: AgentRun,
  layer: RunLayer,
  model: NativeModel,
  tools: readonly OfferedTool[],
): Promise<void> {
  const { chat } = layer;
  if (!chat.listens('onInventoryChange')) return;
  const name = modelName(model) ?? model.constructor.name;
  layer.absent = await seeInventory(chat, [
    { kind: 'model', name },
    ...tools.map((tool) => toolComponent(run, layer, tool)),
  ]);
  if (layer.absent.has(`model:${name}`)) throw deniedModel(name);
}

function deniedModel(name: string): DeniedError {
  return new DeniedError({
    decision: 'deny',
    code: 'model_absent',
    reason: `The model ${name} is not part of this agent.`,
    by: 'onInventoryChange',
    policy: 'onInventoryChange',
    event: 'onInventoryChange',
  });
}

function toolComponent(run: AgentRun, layer: RunLayer, tool: OfferedTool): InventoryComponent {
  const origin =
    factsOf(run)(tool.name)?.origin ?? (tool.type === 'hosted_tool' ? 'provider' : 'local');
  const offered =
    tool.type === 'function'
      ? { description: tool.description, inputSchema: layer.copy<unknown>(tool.parameters) }
      : { type: tool.type };
  return { kind: 'tool', name: tool.name, metadata: { origin, ...offered } };
}
