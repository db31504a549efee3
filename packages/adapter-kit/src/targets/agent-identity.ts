import type { AgentIdentity } from '@interpose/core';

/**
 * The identity of an agent as the host has it; what the host does not say is undefined.
 *
 * @example
 * const known: KnownIdentity = { id: 'support', model: 'gpt-5', instructions: undefined };
 */
export interface KnownIdentity {
  readonly id: string;
  /** The id by default. */
  readonly name?: string | undefined;
  readonly instructions?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: AgentIdentity['provider'] | undefined;
}

/**
 * Returns the agent's identity: what the app said, else what the host knows.
 *
 * @example
 * identifyAgent({ id: 'desk' }, { id: 'agent', model: 'gpt-5' }); // => { id: 'desk', name: 'desk', model: 'gpt-5' }
 */
export function identifyAgent(
  given: Partial<AgentIdentity> | undefined,
  { id: known, name, instructions, model, provider }: KnownIdentity,
): AgentIdentity {
  const id = given?.id ?? known;
  const identity: { -readonly [Key in keyof AgentIdentity]: AgentIdentity[Key] } = {
    id,
    name: name ?? id,
  };
  // Set key by key for speed, since each run, and each single model call, makes an identity.
  if (instructions !== undefined) identity.instructions = instructions;
  if (model !== undefined) identity.model = model;
  if (provider !== undefined) identity.provider = provider;
  if (given !== undefined) Object.assign(identity, given, { id });
  return identity;
}

/**
 * Returns a value if it is a text and not empty.
 *
 * @example
 * filledText(''); // => undefined
 */
export function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
