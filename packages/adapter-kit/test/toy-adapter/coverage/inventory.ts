import { identifyAgent } from '@interpose/adapter-kit';
import type { AgentIdentity, DeclaredInventory, Hooks, InventoryComponent } from '@interpose/core';
import type { ToyAgent, ToyRequest, ToyTool } from '../translate/native.ts';

/** The agent's identity: what the app said, else what the agent's settings say. */
export function agentIdentity(
  given: Partial<AgentIdentity> | undefined,
  { settings: { name, prompt, model } }: ToyAgent,
): AgentIdentity {
  return identifyAgent(given, { id: name, instructions: prompt, model: model.name });
}

/** What an agent says of itself before anything runs. */
export function declaredBy(agent: ToyAgent, hooks: Hooks): DeclaredInventory {
  const { model, tools } = agent.settings;
  return {
    hooks,
    agent: agentIdentity(undefined, agent),
    components: () => [{ kind: 'model', name: model.name }, ...tools.map(toolComponent)],
  };
}

/** The model and the tools of a request as policies see them. */
export function shownComponents({
  model,
  tools,
}: ToyRequest): readonly [InventoryComponent, ...InventoryComponent[]] {
  return [{ kind: 'model', name: model }, ...tools.map(toolComponent)];
}

function toolComponent({ name, about }: ToyTool): InventoryComponent {
  return { kind: 'tool', name, metadata: { origin: 'local', description: about } };
}
