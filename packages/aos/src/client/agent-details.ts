import type { Agent } from '../generated/aos-messages.ts';

/**
 * What AOS can say of an agent beyond what the session knows; what the session knows goes first.
 *
 * @example
 * const agent: AgentDetails = { version: '2.1.0', provider: { name: 'Acme', url: 'https://acme.example' } };
 */
export type AgentDetails = {
  readonly [Key in keyof Agent as KnownKey<Key>]?: Agent[Key];
};

/** The schema leaves objects open; only the keys it names are details. */
type KnownKey<Key> = string extends Key
  ? never
  : number extends Key
    ? never
    : Key extends 'id'
      ? never
      : Key;
