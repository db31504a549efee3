import type { AgentIdentity } from '@interpose/core';
import type { NativeAgent } from '../translate/native.ts';

/** The agent's identity: what the app said, else the agent's own name, instructions and model. */
export function identityOf(
  agent: NativeAgent,
  given: Partial<AgentIdentity> | undefined,
): AgentIdentity {
  const { name, instructions, model } = agent;
  const id = given?.id ?? name;
  return {
    ...(typeof instructions === 'string' && instructions !== '' ? { instructions } : undefined),
    ...(typeof model === 'string' && model !== '' ? { model } : undefined),
    name,
    ...given,
    id,
  };
}
