import type { AgentIdentity } from '@interpose/core';
import { filledText, identifyAgent, isDict } from '@interpose/adapter-kit';
import { rootOf } from '../targets/hook-object.ts';
import { isModel, type AgentParams } from '../targets/shapes.ts';
import { modelName } from '../translate/request-to-contract.ts';

/** What the host's own settings say about an agent. */
export interface IdentitySource {
  /** The id where the settings name none; by default that of the model. */
  readonly fallback?: string | undefined;
  readonly name?: unknown;
  readonly model?: unknown;
  readonly instructions?: unknown;
}

/** The agent's identity: what the app said, else the agent's name, its instructions and its model. */
export function agentIdentity(
  given: Partial<AgentIdentity> | undefined,
  { fallback, name, model, instructions }: IdentitySource,
): AgentIdentity {
  // What the model says of itself needs no hooks, and each run asks.
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

/** The same for an agent that is made of these parameters. */
export function identityOf(
  params: AgentParams,
  given: Partial<AgentIdentity> | undefined,
  name: unknown = params.name,
): AgentIdentity {
  const model = params.llm ?? params.model;
  const instructions = params.systemPrompt ?? params.prompt;
  return agentIdentity(given, { fallback: 'agent', name, model, instructions });
}
