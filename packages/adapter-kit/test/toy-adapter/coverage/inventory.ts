import { absentTools, identifyAgent } from '@interpose/adapter-kit';
import type { AgentIdentity, DeclaredInventory, Hooks, InventoryComponent } from '@interpose/core';
import type { AgentRun } from '../run/host-run.ts';
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

/** The tools a policy wants absent, by name; throws where it denies the model itself. */
export async function absentComponents(
  { chat, memory }: AgentRun,
  { model, tools }: ToyRequest,
): Promise<readonly string[]> {
  if (!chat.listens('onInventoryChange')) return [];
  const shown = { kind: 'model', name: model } as const;
  const absent = await absentTools(chat, shown, tools.map(toolComponent));
  for (const name of absent) memory.absent.add(name);
  return absent;
}

function toolComponent({ name, about }: ToyTool): InventoryComponent {
  return { kind: 'tool', name, metadata: { origin: 'local', description: about } };
}
