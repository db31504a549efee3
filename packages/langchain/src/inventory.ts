import { DeniedError, type InventoryComponent, type MaybePromise } from '@interpose/core';
import { seeInventory } from '@interpose/core/adapter';
import type { ModelCall } from './model-call.ts';
import { modelName } from './to-contract.ts';
import { factsOf } from './tool-facts.ts';
import { readOffer } from './tool-offer.ts';

/**
 * The names of the tools a policy wants absent; the model and the tools are shown at first sight.
 *
 * @throws DeniedError when the model itself is denied.
 */
export function absentComponents(
  call: ModelCall,
  tools: readonly unknown[],
): MaybePromise<readonly string[]> {
  return call.run.chat.listens('onInventoryChange') ? absentAmong(call, tools) : NOTHING;
}

const NOTHING: readonly string[] = [];

async function absentAmong(call: ModelCall, tools: readonly unknown[]): Promise<readonly string[]> {
  const model = modelComponent(call);
  const shown = tools.map((tool) => toolComponent(tool, call));
  const denied = await seeInventory(call.run.chat, [model, ...shown]);
  if (denied.has(`model:${model.name}`)) throw deniedModel(model.name);
  return shown.flatMap(({ name }) => (denied.has(`tool:${name}`) ? [name] : []));
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
