import type { Agent } from '../generated/aos-messages.ts';

/**
 * Facts about an agent in AOS that the session does not know. Facts of the session take precedence.
 *
 * @example
 * const agent: AgentDetails = { version: '2.1.0', provider: { name: 'Acme', url: 'https://acme.example' } };
 */
export type AgentDetails = {
  readonly [Key in keyof Agent as KnownKey<Key>]?: Agent[Key];
};

/** The schema allows any key; only the keys that it names are details. */
type KnownKey<Key> = string extends Key
  ? never
  : number extends Key
    ? never
    : Key extends 'id'
      ? never
      : Key;
