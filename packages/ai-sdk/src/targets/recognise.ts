import { isDict, unknownTarget, type Layer, type WithHooksOptions } from '@interpose/adapter-kit';
import type { AgentIdentity, InventoryComponent } from '@interpose/core';
import { capabilities } from '../capabilities.ts';
import { agentIdentity } from '../coverage/agent-identity.ts';
import { declaredModel, declaredTools } from '../coverage/inventory.ts';
import type { AppTool, AppTools } from '../tools/tool-facts.ts';
import type { NativeModel } from '../translate/native.ts';
import { AGENT_PATHS, agentName, hookAgent } from './agent.ts';
import { hookModule } from './module.ts';
import { resolveModel } from './named-model.ts';
import {
  asToolLoopAgent,
  isModel,
  isModule,
  isTool,
  isToolSet,
  type AgentShape,
  type AiModule,
} from './shapes.ts';
import { hookStandaloneModel } from './standalone-model.ts';
import {
  hookStandaloneTool,
  hookStandaloneTools,
  TOOL_PATHS,
  toolName,
} from './standalone-tools.ts';

/** One kind of target: how to recognise it, how to hook it, and what is reported about it. */
export interface Kind<Target> {
  is(value: unknown): boolean;
  hook(target: Target, layer: Layer): object;
  /** The paths in the capability table for its calls. */
  paths(target: Target): readonly string[];
  /** Its tools, by name. */
  tools?(target: Target): AppTools;
  /** Its identity, if it is an agent. */
  agent?(target: Target, options: WithHooksOptions): AgentIdentity;
  /** The inventory that it declares before anything runs. */
  components?(target: Target): readonly InventoryComponent[];
  /**
   * The objects that should no longer be used unhooked, with a name for messages. A module cannot be watched, because
   * its functions cannot be replaced.
   */
  originals?(
    target: Target,
    options: WithHooksOptions,
  ): readonly (readonly [original: object, name: string])[];
}

interface Targets {
  readonly 'model-id': string;
  readonly agent: AgentShape;
  readonly model: NativeModel;
  readonly module: AiModule;
  readonly tool: AppTool;
  readonly tools: AppTools;
}

const MODEL_PATHS = ['model.doGenerate', 'model.doStream'];

/** The kinds that `withHooks` accepts. The order counts: a value that looks like several kinds is the first of them. */
const KINDS: { readonly [Name in keyof Targets]: Kind<Targets[Name]> } = {
  'model-id': {
    is: (value) => typeof value === 'string' && value !== '',
    hook: (id, layer) => hookStandaloneModel(resolveModel(id), layer),
    paths: () => MODEL_PATHS,
    components: declaredModel,
  },
  agent: {
    is: (value) => isDict(value) && asToolLoopAgent(value) !== undefined,
    hook: (agent, layer) => hookAgent(agent, layer),
    paths: () => AGENT_PATHS,
    tools: ({ settings }) => settings.tools ?? {},
    agent: ({ settings, constructor }, { agent }) =>
      agentIdentity(agent, { ...settings, fallback: constructor.name }),
    components: ({ settings: { model, tools = {} } }) => [
      ...declaredModel(model),
      ...declaredTools(tools),
    ],
    originals: (agent, options) => [[agent, `the agent "${agentName(agent, options)}"`]],
  },
  model: {
    is: isModel,
    hook: hookStandaloneModel,
    paths: () => MODEL_PATHS,
    components: declaredModel,
    originals: (model) => [[model, `the model "${model.modelId}"`]],
  },
  module: {
    is: (value) => isDict(value) && isModule(value),
    hook: hookModule,
    paths: (module) =>
      [...new Set(capabilities.map(({ path }) => path))].filter((path) =>
        Object.hasOwn(module, path.split('.')[0]!),
      ),
  },
  tool: {
    is: (value) => isDict(value) && isTool(value),
    hook: hookStandaloneTool,
    paths: () => TOOL_PATHS,
    tools: (tool) => ({ tool }),
    originals: (tool) => [[tool, `the tool "${toolName(tool)}"`]],
  },
  tools: {
    is: (value) => isDict(value) && isToolSet(value),
    hook: hookStandaloneTools,
    paths: () => TOOL_PATHS,
    tools: (tools) => tools,
    components: declaredTools,
    originals: (tools) => Object.entries(tools).map(([name, tool]) => [tool, `the tool "${name}"`]),
  },
};

/**
 * Returns which part of the AI SDK a target is.
 *
 * @throws InterposeError `target_unknown` for anything else.
 */
export function recognise(target: unknown): Kind<unknown> {
  const found = Object.values(KINDS).find((kind) => kind.is(target));
  if (found !== undefined) return found;
  throw unknownTarget(
    target,
    'pass a ToolLoopAgent, the ai module, a language model or its id, a tool or a tool set',
  );
}
