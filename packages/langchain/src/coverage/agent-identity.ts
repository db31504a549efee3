import type { AgentIdentity } from '@interpose/core';
import { isModel } from '../targets/shapes.ts';
import { modelName } from '../translate/request-to-contract.ts';

/** What the host's own settings say about an agent. */
export interface IdentitySource {
  /** The id where the settings name none. */
  readonly fallback: string;
  readonly name?: unknown;
  readonly model?: unknown;
  readonly instructions?: unknown;
}

/** The agent's identity: what the app said, else the agent's name, its instructions and its model. */
export function agentIdentity(
  given: Partial<AgentIdentity> | undefined,
  { fallback, name, model, instructions }: IdentitySource,
): AgentIdentity {
  const id = given?.id ?? textOf(name) ?? fallback;
  const known = {
    instructions: given?.instructions ?? instructionText(instructions),
    model: given?.model ?? (isModel(model) ? modelName(model) : textOf(model)),
    provider: given?.provider ?? (isModel(model) ? { name: model['_llmType']() } : undefined),
  };
  const told = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return { name: id, ...given, id, ...told };
}

function instructionText(instructions: unknown): string | undefined {
  if (typeof instructions !== 'object' || instructions === null) return textOf(instructions);
  const { text } = instructions as { readonly text?: unknown };
  return textOf(text);
}

/** A text that says something. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
