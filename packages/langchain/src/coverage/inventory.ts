import {
  type DeclaredInventory,
  type Hooks,
  type InventoryComponent,
  type MaybePromise,
} from '@interpose/core';
import { absentTools, isDict, type WithHooksOptions } from '@interpose/adapter-kit';
import { seeNamedModel } from '@interpose/core/adapter';
import { agentIdentity } from './agent-identity.ts';
import type { ModelCall } from '../model/model-call.ts';
import type { Recognised } from '../targets/recognise.ts';
import { isModel, isTool, type AgentParams } from '../targets/shapes.ts';
import { factsOf } from '../tools/tool-facts.ts';
import type { NativeModel } from '../translate/native.ts';
import { modelName } from '../translate/request-to-contract.ts';
import { readOffer } from '../translate/tool-offer.ts';

/**
 * The names of the tools a policy wants absent; the model and the tools are shown at first sight.
 *
 * @throws DeniedError when the model itself is denied.
 */
export function absentComponents(
  call: ModelCall,
  tools: readonly unknown[],
): MaybePromise<readonly string[]> {
  const { model, run } = call;
  if (!run.chat.listens('onInventoryChange')) return NOTHING;
  const shown = tools.map((tool) => toolComponent(tool, call));
  return absentTools(run.chat, modelComponent(model), shown);
}

const NOTHING: readonly string[] = [];

/**
 * Shows the model that a hook named in place of the app's, at first sight.
 *
 * @throws DeniedError when it is denied.
 */
export async function showNamedModel(
  { run: { chat }, model }: ModelCall,
  named: NativeModel,
): Promise<void> {
  if (named === model || !chat.listens('onInventoryChange')) return;
  await seeNamedModel(chat, modelComponent(named));
}

function modelComponent(model: NativeModel): InventoryComponent {
  const provider = model['_llmType']();
  return { kind: 'model', name: modelName(model) ?? provider, metadata: { provider } };
}

function toolComponent(tool: unknown, { run }: ModelCall): InventoryComponent {
  const { name, description, schema, isFunction } = readOffer(tool);
  const facts = factsOf(run.tools.get(name)) ?? { origin: isFunction ? 'local' : 'provider' };
  const offered = isFunction
    ? { description, inputSchema: run.copy(schema) }
    : { id: run.copy(tool) };
  return { kind: 'tool', name, metadata: { ...facts, ...offered } };
}

/** What a target says of itself before anything runs. */
export function declaredBy(
  recognised: Recognised,
  hooks: Hooks,
  options: WithHooksOptions,
): DeclaredInventory {
  switch (recognised.kind) {
    case 'agent':
      return declaredByAgent(recognised.agent.options, hooks, options);
    case 'model':
      return { hooks, components: () => [modelComponent(recognised.model)] };
    case 'tool':
      return { hooks, components: () => declaredTools([recognised.tool]) };
    case 'tool-node':
      return { hooks, components: () => declaredTools(recognised.node.tools) };
    case 'retriever':
      return { hooks, components: () => sourceOf('knowledge', recognised.retriever) };
    case 'vector-store':
      return { hooks, components: () => sourceOf('knowledge', recognised.vectors) };
    case 'store':
      return { hooks, components: () => sourceOf('memory', recognised.store) };
    case 'checkpointer':
      return { hooks, components: () => sourceOf('memory', recognised.checkpointer) };
    case 'chat-history':
      return { hooks, components: () => sourceOf('memory', recognised.history) };
    case 'factory':
    case 'graph':
      return { hooks, components: () => [] };
  }
}

/** The same of what an agent is made from. */
export function declaredByAgent(
  params: AgentParams,
  hooks: Hooks,
  { agent }: WithHooksOptions,
): DeclaredInventory {
  const { name, tools, store, checkpointer } = params;
  const model = params.llm ?? params.model;
  const instructions = params.systemPrompt ?? params.prompt;
  return {
    hooks,
    agent: agentIdentity(agent, { fallback: 'agent', name, model, instructions }),
    components: () => [
      ...declaredModel(model),
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

function declaredTools(tools: unknown): readonly InventoryComponent[] {
  if (!Array.isArray(tools)) return [];
  return (tools as readonly unknown[]).map((tool) => {
    const { name, description, isFunction } = readOffer(tool);
    const own = isDict(tool) && isTool(tool) ? tool : undefined;
    const facts = factsOf(own) ?? { origin: isFunction ? 'local' : 'provider' };
    return {
      kind: 'tool',
      name,
      metadata: { ...facts, ...(description === undefined ? undefined : { description }) },
    };
  });
}

/** Named as the events of its steps name it. */
function sourceOf(kind: 'knowledge' | 'memory', part: unknown): readonly InventoryComponent[] {
  return isDict(part) ? [{ kind, name: part.constructor.name }] : [];
}
