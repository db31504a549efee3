import type { WithHooksOptions } from '@interpose/adapter-kit';
import type { DeclaredInventory, Hooks, InventoryComponent } from '@interpose/core';
import { modelName } from '../model/named-model.ts';
import type { RunLayer } from '../run/host-run.ts';
import { agentBehind } from '../targets/agent-parts.ts';
import type { Recognised } from '../targets/recognise.ts';
import { factsOf, originOf } from '../tools/tool-facts.ts';
import { hostedName, isHosted } from '../translate/hosted-name.ts';
import type { NativeAgent, NativeModel, NativeTool, OfferedTool } from '../translate/native.ts';
import { identityOf } from './agent-identity.ts';

/** Returns the model and the tools of a request as policies see them. */
export function shownComponents(
  layer: RunLayer,
  model: NativeModel,
  tools: readonly OfferedTool[],
): readonly [InventoryComponent, ...InventoryComponent[]] {
  const name = modelName(model) ?? model.constructor.name;
  return [{ kind: 'model', name }, ...tools.map((tool) => toolComponent(layer, tool))];
}

function toolComponent({ run, copy }: RunLayer, tool: OfferedTool): InventoryComponent {
  const name = hostedName(tool);
  const facts = factsOf(run)(tool) ?? { origin: isHosted(tool) ? 'provider' : 'local' };
  const offered =
    tool.type === 'function'
      ? { description: tool.description, inputSchema: copy<unknown>(tool.parameters) }
      : { type: tool.type };
  return { kind: 'tool', name, metadata: { ...facts, ...offered } };
}

/** Returns the inventory that a target declares before anything runs. */
export function declaredBy(
  recognised: Recognised,
  hooks: Hooks,
  { agent: given }: WithHooksOptions,
): DeclaredInventory {
  if (recognised.kind !== 'agent') return { hooks, components: () => [] };
  const { agent } = recognised;
  return { hooks, agent: identityOf(agent, given), components: () => declaredComponents(agent) };
}

function declaredComponents(agent: NativeAgent): readonly InventoryComponent[] {
  const model = typeof agent.model === 'string' ? agent.model : modelName(agent.model);
  // The tools of agents that this agent can hand over to belong to the app as well.
  const agents = new Set([agent]);
  for (const { handoffs } of agents) for (const to of handoffs) agents.add(agentBehind(to));
  const tools = new Set([...agents].flatMap((each) => each.tools as readonly NativeTool[]));
  return [
    ...(model === undefined || model === '' ? [] : [{ kind: 'model', name: model } as const]),
    ...[...tools].map(declaredTool),
    ...agent.mcpServers.map(({ name }) => ({ kind: 'mcp', name }) as const),
    ...agent.handoffs.map(declaredHandoff),
  ];
}

function declaredTool(tool: NativeTool): InventoryComponent {
  const described =
    tool.type === 'function' ? { description: tool.description } : { type: tool.type };
  const metadata = { origin: originOf(tool), ...described };
  return { kind: 'tool', name: hostedName(tool), metadata };
}

/** Describes a handoff target: an agent, or a handoff object with settings of its own. */
function declaredHandoff(target: NativeAgent['handoffs'][number]): InventoryComponent {
  const name = 'agentName' in target ? target.agentName : target.name;
  return { kind: 'agent', name, metadata: { delegation: 'handoff' } };
}
