import type { DeclaredInventory, InventoryComponent } from '@interpose/core';
import { isDict, omitUndefined, type Layer } from '@interpose/adapter-kit';
import { seeNamedModel } from '@interpose/core/adapter';
import { identityOf } from './agent-identity.ts';
import type { ChatRun } from '../run/host-run.ts';
import { isModel, isTool, type AgentParams } from '../targets/shapes.ts';
import { factsOf } from '../tools/tool-facts.ts';
import { listIn, type NativeModel } from '../translate/native.ts';
import { modelName } from '../translate/request-to-contract.ts';
import { readOffer } from '../translate/tool-offer.ts';

/**
 * Shows policies the model that a hook named in place of the app's, the first time.
 *
 * @throws DeniedError if the model is denied.
 */
export async function showNamedModel({ chat }: ChatRun, named: NativeModel): Promise<void> {
  if (chat.listens('onInventoryChange')) await seeNamedModel(chat, modelComponent(named));
}

/** Returns a model as policies see it. */
export function modelComponent(model: NativeModel): InventoryComponent {
  const provider = model['_llmType']();
  return { kind: 'model', name: modelName(model) ?? provider, metadata: { provider } };
}

/** Returns a tool of a request as policies see it. */
export function toolComponent(tool: unknown, run: ChatRun): InventoryComponent {
  const { name, description, schema, origin } = readOffer(tool);
  const facts = factsOf(run.tools.get(name)) ?? { origin };
  const offered =
    origin === 'local' ? { description, inputSchema: run.copy(schema) } : { id: run.copy(tool) };
  return { kind: 'tool', name, metadata: { ...facts, ...offered } };
}

/** Returns the inventory that an agent declares before anything runs, from the parameters that it is made of. */
export function declaredByAgent(params: AgentParams, { hooks, options }: Layer): DeclaredInventory {
  const { tools, store, checkpointer } = params;
  return {
    hooks,
    agent: identityOf(params, options.agent),
    components: () => [
      ...declaredModel(params.llm ?? params.model),
      ...declaredTools(tools),
      ...sourceOf('memory', store),
      ...sourceOf('memory', checkpointer),
    ],
  };
}

function declaredModel(model: unknown): readonly InventoryComponent[] {
  if (isModel(model)) return [modelComponent(model)];
  return typeof model === 'string' && model !== '' ? [{ kind: 'model', name: model }] : [];
}

/** Returns the tools in this list as policies see them. */
export function declaredTools(tools: unknown): readonly InventoryComponent[] {
  return listIn(tools).map((tool) => {
    const { name, description, origin } = readOffer(tool);
    const facts = factsOf(isTool(tool) ? tool : undefined) ?? { origin };
    return { kind: 'tool', name, metadata: { ...facts, ...omitUndefined({ description }) } };
  });
}

/** Returns a memory or a source of knowledge, with the name that the events of its steps have. */
export function sourceOf(
  kind: 'knowledge' | 'memory',
  part: unknown,
): readonly InventoryComponent[] {
  return isDict(part) ? [{ kind, name: part.constructor.name }] : [];
}
