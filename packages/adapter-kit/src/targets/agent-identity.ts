import type { AgentIdentity } from '@interpose/core';
import { omitUndefined } from '../values/omit-undefined.ts';

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
 * identifyAgent({ id: 'desk' }, { id: 'agent', model: 'gpt-5' }); // => { name: 'desk', model: 'gpt-5', id: 'desk' }
 */
export function identifyAgent(
  given: Partial<AgentIdentity> | undefined,
  { id: known, name, ...facts }: KnownIdentity,
): AgentIdentity {
  const id = given?.id ?? known;
  return { name: name ?? id, ...omitUndefined(facts), ...given, id };
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
