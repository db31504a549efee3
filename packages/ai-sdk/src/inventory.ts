import { DeniedError, type InventoryComponent, type MaybePromise } from '@interpose/core';
import { seeInventory, type Chat } from '@interpose/core/adapter';
import type { ModelCall } from './model-call.ts';
import type { NativeTool } from './native.ts';

/**
 * The names of the tools a policy wants absent; the model, the tools and their MCP servers are shown at first sight.
 *
 * @throws DeniedError when the model itself is denied.
 */
export function absentComponents(
  chat: Chat,
  call: ModelCall,
  tools: readonly NativeTool[],
): MaybePromise<readonly string[]> {
  return chat.listens('onInventoryChange') ? absentAmong(chat, call, tools) : NOTHING;
}

const NOTHING: readonly string[] = [];

async function absentAmong(
  chat: Chat,
  call: ModelCall,
  tools: readonly NativeTool[],
): Promise<readonly string[]> {
  const model = modelComponent(call);
  const denied = await seeInventory(chat, [
    model,
    ...tools.map((tool) => toolComponent(tool, call)),
  ]);
  if (denied.has(`model:${model.name}`)) throw deniedModel(model.name);
  return tools.flatMap(({ name }) => (denied.has(`tool:${name}`) ? [name] : []));
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

function modelComponent({ model }: ModelCall): InventoryComponent {
  return { kind: 'model', name: model.modelId, metadata: { provider: model.provider } };
}

function toolComponent(tool: NativeTool, call: ModelCall): InventoryComponent {
  const facts = call.seam.factsOf(tool.name);
  const origin = facts?.origin ?? (tool.type === 'function' ? 'local' : 'provider');
  const offered =
    tool.type === 'function'
      ? {
          description: tool.description,
          inputSchema: call.seam.run.copy<unknown>(tool.inputSchema),
        }
      : { id: tool.id };
  return { kind: 'tool', name: tool.name, metadata: { origin, ...facts, ...offered } };
}
