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
  { fallback, id, model, instructions, telemetry }: IdentitySource,
): AgentIdentity {
  const functionId = isDict(telemetry) ? filledText(telemetry['functionId']) : undefined;
  const provider = isHolder(model) ? filledText(model['provider']) : undefined;
  return identifyAgent(given, {
    id: filledText(id) ?? functionId ?? fallback,
    instructions: instructionText(instructions),
    model: filledText(isHolder(model) ? model['modelId'] : model),
    provider: provider === undefined ? undefined : { name: provider },
  });
}

/** Instructions are a text, a system message, or a list of them. */
function instructionText(instructions: unknown): string | undefined {
  if (Array.isArray(instructions)) {
    const texts = instructions.flatMap((each) => instructionText(each) ?? []);
    return texts.length === 0 ? undefined : texts.join('\n\n');
  }
  return isDict(instructions) ? filledText(instructions['content']) : filledText(instructions);
}
