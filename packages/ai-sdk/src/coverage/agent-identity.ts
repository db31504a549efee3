import { isDict } from '@interpose/adapter-kit';
import type { AgentIdentity } from '@interpose/core';

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
  const id = given?.id ?? textOf(source.id) ?? functionIdOf(source.telemetry) ?? source.fallback;
  const instructions = given?.instructions ?? instructionText(source.instructions);
  const model = given?.model ?? modelName(source.model);
  const provider = given?.provider ?? providerOf(source.model);
  return {
    name: id,
    ...given,
    id,
    ...(instructions === undefined ? undefined : { instructions }),
    ...(model === undefined ? undefined : { model }),
    ...(provider === undefined ? undefined : { provider }),
  };
}

function modelName(model: unknown): string | undefined {
  return isDict(model) ? textOf(model['modelId']) : textOf(model);
}

function providerOf(model: unknown): AgentIdentity['provider'] {
  const name = isDict(model) ? textOf(model['provider']) : undefined;
  return name === undefined ? undefined : { name };
}

function functionIdOf(telemetry: unknown): string | undefined {
  return isDict(telemetry) ? textOf(telemetry['functionId']) : undefined;
}

/** Instructions are a text, a system message, or a list of them. */
function instructionText(instructions: unknown): string | undefined {
  if (Array.isArray(instructions)) {
    const texts = instructions.flatMap((each) => instructionText(each) ?? []);
    return texts.length === 0 ? undefined : texts.join('\n\n');
  }
  return isDict(instructions) ? textOf(instructions['content']) : textOf(instructions);
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
