import { filledText, identifyAgent, isDict } from '@interpose/adapter-kit';
import type { AgentIdentity } from '@interpose/core';
import { isHolder } from '../targets/shapes.ts';

/** The SDK's settings that tell about an agent. */
export interface IdentitySource {
  /** The id if the settings have none: the name of the function or the class. */
  readonly fallback: string;
  readonly id?: unknown;
  readonly model?: unknown;
  readonly instructions?: unknown;
  readonly telemetry?: unknown;
}

/**
 * Returns the agent's identity: the app's own values, else the agent's `id` or the telemetry's `functionId` (also as
 * name), its instructions, the id of its model, and the model's provider.
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

/** Returns the text of instructions, which are a text, a system message, or a list of them. */
function instructionText(instructions: unknown): string | undefined {
  if (Array.isArray(instructions)) {
    const texts = instructions.flatMap((each) => instructionText(each) ?? []);
    return texts.length === 0 ? undefined : texts.join('\n\n');
  }
  return isDict(instructions) ? filledText(instructions['content']) : filledText(instructions);
}
