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
 * A tool as a predicate sees it. Reading an unknown fact ends the predicate, and the tool is left out.
 *
 * @example
 * const isReader = ({ annotations }: KnownTool): boolean => annotations.readOnlyHint;
 */
export interface KnownTool {
  readonly name: string;
  readonly origin: Tool['origin'];
  /** The registered scope of the tool. */
  readonly scope: string;
  /** The MCP server of the tool, by the host's name for it, where the host tells, or from the facts. */
  readonly server: string;
  readonly annotations: Required<ToolAnnotations>;
}

/**
 * The user, agent and session that a tool is judged for. Reading an unknown fact leaves the tool out.
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
 * Decides whether a tool is available; only `true`, or a promise of it, says yes.
 *
 * @example
 * const predicate: ToolPredicate = (tool, who) => tool.origin === 'local' || who.user.organisation === 'acme';
 */
export type ToolPredicate = (tool: KnownTool, who: Principal) => MaybePromise<boolean>;

/**
 * The app's own facts about a tool. They override those of its host or server.
 *
 * @example
 * const facts: DeclaredFacts = { annotations: { readOnlyHint: true } };
 */
export type DeclaredFacts = Partial<Pick<Tool, 'origin' | 'scope' | 'server' | 'annotations'>>;

/** Returns a tool with all known facts. */
export function knownTool(
  tool: Pick<Tool, 'name'> & DeclaredFacts,
  declared: DeclaredFacts = {},
): KnownTool {
  const { name, origin, scope, server } = { ...tool, ...declared };
  const annotations = known({ ...tool.annotations, ...declared.annotations });
  // The cast is safe: reading an unknown fact throws, so that every fact that is read exists.
  return known({ name, origin, scope, server, annotations }) as KnownTool;
}

/** Returns the user, agent and session that the agent runs for, as far as they are known. */
export function principalOf({ user, agent, session, chatId }: BaseContext): Principal {
  const { id, metadata } = session;
  // The cast is safe as above: reading an unknown fact throws.
  return known({
    user: user === undefined ? undefined : known(user),
    agent: known(agent),
    session: { id, metadata: known(metadata) },
    chatId,
  }) as Principal;
}
