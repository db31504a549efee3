import type { AgentIdentity } from '@interpose/core';
import { filledText, identifyAgent, isDict } from '@interpose/adapter-kit';
import { rootOf } from '../targets/hook-object.ts';
import { isModel, type AgentParams } from '../targets/shapes.ts';
import { modelName } from '../translate/request-to-contract.ts';

/** The facts about an agent in the host's own settings. */
export interface IdentitySource {
  /** The id if the settings have no name; by default the name of the model. */
  readonly fallback?: string | undefined;
  readonly name?: unknown;
  readonly model?: unknown;
  readonly instructions?: unknown;
}

/** Returns the agent's identity: the app's settings, else the agent's name, its instructions and its model. */
export function agentIdentity(
  given: Partial<AgentIdentity> | undefined,
  { fallback, name, model, instructions }: IdentitySource,
): AgentIdentity {
  // These facts of a model need no hooks, and each run reads them, so the model below the hooks is used.
  const own = isDict(model) ? rootOf(model) : model;
  const provider = isModel(own) ? own['_llmType']() : undefined;
  const asked = isModel(own) ? modelName(own) : filledText(own);
  return identifyAgent(given, {
    id: filledText(name) ?? fallback ?? asked ?? provider ?? 'agent',
    instructions: filledText(isDict(instructions) ? instructions['text'] : instructions),
    model: asked,
    provider: provider === undefined ? provider : { name: provider },
  });
}

/** Returns the identity of an agent that is made from these parameters. */
export function identityOf(
  params: AgentParams,
  given: Partial<AgentIdentity> | undefined,
  name: unknown = params.name,
): AgentIdentity {
  const model = params.llm ?? params.model;
  const instructions = params.systemPrompt ?? params.prompt;
  return agentIdentity(given, { fallback: 'agent', name, model, instructions });
}
