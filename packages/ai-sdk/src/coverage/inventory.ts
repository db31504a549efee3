import { isDict, type WithHooksOptions } from '@interpose/adapter-kit';
import {
  type DeclaredInventory,
  type Hooks,
  type InventoryComponent,
  type MaybePromise,
} from '@interpose/core';
import { seeInventory, type Chat, absentModel, seeNamedModel } from '@interpose/core/adapter';
import { agentIdentity } from './agent-identity.ts';
import { annotationsOf, originOf, type AppTools } from '../tools/tool-facts.ts';
import type { ModelCall } from '../model/model-call.ts';
import type { NativeModel, NativeTool } from '../translate/native.ts';
import type { Recognised } from '../targets/recognise.ts';

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
  const model = modelComponent(call.model);
  const denied = await seeInventory(chat, [
    model,
    ...tools.map((tool) => toolComponent(tool, call)),
  ]);
  if (denied.has(`model:${model.name}`)) throw absentModel(model.name);
  return tools.flatMap(({ name }) => (denied.has(`tool:${name}`) ? [name] : []));
}

/**
 * Shows the model that a hook named in place of the app's, at first sight.
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

/** What a target says of itself before anything runs. */
export function declaredBy(
  recognised: Recognised,
  hooks: Hooks,
  { agent }: WithHooksOptions,
): DeclaredInventory {
  switch (recognised.kind) {
    case 'agent': {
      const { settings, constructor } = recognised.agent;
      return {
        hooks,
        agent: agentIdentity(agent, { ...settings, fallback: constructor.name }),
        components: () => [
          ...declaredModel(settings.model),
          ...declaredTools(settings.tools ?? {}),
        ],
      };
    }
    case 'model':
    case 'model-id': {
      const model = recognised.kind === 'model' ? recognised.model : recognised.id;
      return { hooks, components: () => declaredModel(model) };
    }
    case 'tools':
      return { hooks, components: () => declaredTools(recognised.tools) };
    case 'tool':
    case 'module':
      return { hooks, components: () => [] };
  }
}

function declaredModel(model: unknown): readonly InventoryComponent[] {
  if (typeof model === 'string') return [{ kind: 'model', name: model }];
  // An agent may also take its model from `prepareCall`, for each call.
  if (!isDict(model) || typeof model['modelId'] !== 'string') return [];
  return [modelComponent({ modelId: model['modelId'], provider: String(model['provider']) })];
}

function declaredTools(tools: AppTools): readonly InventoryComponent[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description } = tool;
    const said = typeof description === 'string' ? { description } : undefined;
    const metadata = { origin: originOf(tool), ...annotationsOf(tool), ...said };
    return { kind: 'tool', name, metadata };
  });
}
