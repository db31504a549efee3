import type { InventoryComponent, MaybePromise } from '@interpose/core';
import { seeNamedModel, type Chat } from '@interpose/core/adapter';
import { factsIn, toolFacts, type AppTools } from '../tools/tool-facts.ts';
import type { ModelCall } from '../model/model-call.ts';
import type { NativeModel, NativeTool } from '../translate/native.ts';
import { isHolder } from '../targets/shapes.ts';

/** Returns the model and the tools of a call as policies see them. */
export function shownComponents(
  call: ModelCall,
  tools: readonly NativeTool[],
): readonly [InventoryComponent, ...InventoryComponent[]] {
  return [modelComponent(call.model), ...tools.map((tool) => toolComponent(tool, call))];
}

/**
 * Shows hooks, at first sight, the model that a hook named in place of the app's model.
 *
 * @throws DeniedError when it is denied.
 */
export function showNamedModel(
  chat: Chat,
  { model }: ModelCall,
  named: NativeModel,
): MaybePromise<void> {
  if (named !== model && chat.listens('onInventoryChange'))
    return seeNamedModel(chat, modelComponent(named));
}

function modelComponent(model: Pick<NativeModel, 'modelId' | 'provider'>): InventoryComponent {
  return { kind: 'model', name: model.modelId, metadata: { provider: model.provider } };
}

function toolComponent(tool: NativeTool, call: ModelCall): InventoryComponent {
  const facts = factsIn(call.seam.tools, tool.name);
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

/** Returns the model that a target declares, as an object or by its id; an empty list if it declares none. */
export function declaredModel(model: unknown): readonly InventoryComponent[] {
  if (typeof model === 'string') return [{ kind: 'model', name: model }];
  // An agent may also get its model from `prepareCall`, for each call.
  if (!isHolder(model) || typeof model['modelId'] !== 'string') return [];
  return [modelComponent({ modelId: model['modelId'], provider: String(model['provider']) })];
}

/** Returns the tools that a target declares. */
export function declaredTools(tools: AppTools): readonly InventoryComponent[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description } = tool;
    const said = typeof description === 'string' ? { description } : undefined;
    const metadata = { ...toolFacts(tool), ...said };
    return { kind: 'tool', name, metadata };
  });
}
