import { filledText, identifyAgent } from '@interpose/adapter-kit';
import type { AgentIdentity } from '@interpose/core';
import type { NativeAgent } from '../translate/native.ts';

/** The agent's identity: what the app said, else the agent's own name, instructions and model. */
export function identityOf(
  { name, instructions, model }: NativeAgent,
  given: Partial<AgentIdentity> | undefined,
): AgentIdentity {
  const known = { id: name, name, instructions: filledText(instructions) };
  return identifyAgent(given, { ...known, model: filledText(model) });
}
