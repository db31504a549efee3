import { filledText, identifyAgent, isDict } from '@interpose/adapter-kit';
import type { AgentIdentity } from '@interpose/core';
import { isHolder } from '../targets/shapes.ts';

/** What the SDK's own settings say about an agent. */
export interface IdentitySource {
  /** The id where the settings name none: the function or the class. */
  readonly fallback: string;
  readonly id?: unknown;
  readonly model?: unknown;
  readonly instructions?: unknown;
  readonly telemetry?: unknown;
}

/**
 * The agent's identity: what the app said, else the agent's `id` or the telemetry's `functionId`
 * (also as name), its instructions, its model's id, and the model's provider.
 */
export function agentIdentity(
  given: Partial<AgentIdentity> | undefined,
  source: IdentitySource,
): AgentIdentity {
  return identifyAgent(given, {
    id: filledText(source.id) ?? functionIdOf(source.telemetry) ?? source.fallback,
    instructions: instructionText(source.instructions),
    model: modelName(source.model),
    provider: providerOf(source.model),
  });
}

function modelName(model: unknown): string | undefined {
  return isHolder(model) ? filledText(model['modelId']) : filledText(model);
}

function providerOf(model: unknown): AgentIdentity['provider'] {
  const name = isHolder(model) ? filledText(model['provider']) : undefined;
  return name === undefined ? undefined : { name };
}

function functionIdOf(telemetry: unknown): string | undefined {
  return isDict(telemetry) ? filledText(telemetry['functionId']) : undefined;
}

/** Instructions are a text, a system message, or a list of them. */
function instructionText(instructions: unknown): string | undefined {
  if (Array.isArray(instructions)) {
    const texts = instructions.flatMap((each) => instructionText(each) ?? []);
    return texts.length === 0 ? undefined : texts.join('\n\n');
  }
  return isDict(instructions) ? filledText(instructions['content']) : filledText(instructions);
}
