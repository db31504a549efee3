import type {
  AgentIdentity,
  BaseContext,
  Dict,
  MaybePromise,
  Tool,
  ToolAnnotations,
  User,
} from '@interpose/core';

import { known } from './known.ts';

/**
 * A tool as a predicate sees it: reading a fact that nobody told ends the predicate, and the tool is not there.
 *
 * @example
 * const isReader = ({ annotations }: KnownTool): boolean => annotations.readOnlyHint;
 */
export interface KnownTool {
  readonly name: string;
  readonly origin: Tool['origin'];
  /** The registered scope it is in. */
  readonly scope: string;
  readonly annotations: Required<ToolAnnotations>;
}

/**
 * For whom a tool is there; reading what nobody told ends the predicate, and the tool is not there.
 *
 * @example
 * const isStaff = ({ user }: Principal): boolean => user.organisation === 'acme';
 */
export interface Principal {
  readonly user: Required<User>;
  readonly agent: Required<AgentIdentity>;
  readonly session: { readonly id: string; readonly metadata: Dict };
  readonly chatId: string;
}

/**
 * Tells whether a tool is there; only `true`, now or later, says so.
 *
 * @example
 * const predicate: ToolPredicate = (tool, who) => tool.origin === 'local' || who.user.organisation === 'acme';
 */
export type ToolPredicate = (tool: KnownTool, who: Principal) => MaybePromise<boolean>;

/**
 * What the app itself tells of a tool; it counts before what its host or server says.
 *
 * @example
 * const facts: DeclaredFacts = { annotations: { readOnlyHint: true } };
 */
export type DeclaredFacts = Partial<Pick<Tool, 'origin' | 'scope' | 'annotations'>>;

/** A tool with the facts there are. */
export function knownTool(
  tool: Pick<Tool, 'name'> & DeclaredFacts,
  declared: DeclaredFacts = {},
): KnownTool {
  const { name, origin, scope } = { ...tool, ...declared };
  const annotations = known({ ...tool.annotations, ...declared.annotations });
  // Reading a fact that is not there throws, so that what is read is always there.
  return known({ name, origin, scope, annotations }) as KnownTool;
}

/** On whose behalf the agent runs, as far as it is known. */
export function principalOf({ user, agent, session, chatId }: BaseContext): Principal {
  const { id, metadata } = session;
  // As above: what is missing throws when it is read.
  return known({
    user: user === undefined ? undefined : known(user),
    agent: known(agent),
    session: { id, metadata: known(metadata) },
    chatId,
  }) as Principal;
}
