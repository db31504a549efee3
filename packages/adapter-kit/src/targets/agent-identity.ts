import type { AgentIdentity } from '@interpose/core';

/**
 * What the host itself says about an agent; what it does not say is undefined.
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
 * The agent's identity: what the app said, else what the host knows.
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
  // Key by key, since each run and each call of a model alone makes one.
  if (instructions !== undefined) identity.instructions = instructions;
  if (model !== undefined) identity.model = model;
  if (provider !== undefined) identity.provider = provider;
  if (given !== undefined) Object.assign(identity, given, { id });
  return identity;
}

/**
 * A text that says something.
 *
 * @example
 * filledText(''); // => undefined
 */
export function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
