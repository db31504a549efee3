import type { EventName, Verb } from '@interpose/core';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';

/**
 * What one path can carry out: the verbs by event.
 *
 * @example
 * const claims: Claims = { ...CHAT, preToolCall: GATE };
 */
export type Claims = Partial<Record<EventName, readonly Verb[]>>;

/**
 * The verbs before something happens.
 *
 * @example
 * GATE.includes('retry'); // => false
 */
export const GATE: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask'];

/**
 * The verbs after something happened.
 *
 * @example
 * AFTER.includes('retry'); // => true
 */
export const AFTER: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'];

/**
 * The verbs where nothing can be supplied in place of what passes.
 *
 * @example
 * CHANGE.includes('respond'); // => false
 */
export const CHANGE: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];

/**
 * The verbs where something is let in or kept out.
 *
 * @example
 * const claims: Claims = { onInventoryChange: ADMIT };
 */
export const ADMIT: readonly Verb[] = ['allow', 'deny'];

/**
 * An event that fires and carries nothing out.
 *
 * @example
 * const claims: Claims = { onChatDone: NOTHING };
 */
export const NOTHING: readonly Verb[] = [];

/**
 * What every chat says of itself.
 *
 * @example
 * const embedding: Claims = { ...CHAT, preRequest: CHANGE };
 */
export const CHAT: Claims = {
  onSessionStart: NOTHING,
  onSessionEnd: NOTHING,
  onChatStart: NOTHING,
  onChatDone: NOTHING,
  onChatAbort: NOTHING,
  onChatError: NOTHING,
};

/**
 * What a call of a model can carry out where everything holds.
 *
 * @example
 * const asked: Claims = { ...CHAT, ...MODEL };
 */
export const MODEL: Claims = {
  onUserMessage: GATE,
  onSystemMessage: CHANGE,
  preRequest: GATE,
  onResponse: AFTER,
  onRequestError: AFTER,
  onAgentResponse: ['allow', 'deny', 'modify', 'ask', 'retry'],
  onMessage: NOTHING,
  onInventoryChange: ADMIT,
};

/**
 * What the run of a tool can carry out where everything holds.
 *
 * @example
 * const agent: Claims = { ...CHAT, ...MODEL, ...TOOL };
 */
export const TOOL: Claims = { preToolCall: GATE, onToolCallResult: AFTER, onToolCallError: AFTER };

/**
 * What a streamed answer adds.
 *
 * @example
 * const streamed: Claims = { ...CHAT, ...MODEL, ...DELTAS };
 */
export const DELTAS: Claims = { onResponseDelta: ['allow', 'deny', 'modify'] };

/**
 * What asking another agent can carry out where everything holds.
 *
 * @example
 * const subAgents: Claims = { ...CHAT, ...DELEGATION };
 */
export const DELEGATION: Claims = { preDelegate: GATE, onDelegateResult: AFTER };

/**
 * A tool that runs where no hook stands.
 *
 * @example
 * rows('hosted tool', 'observed', OBSERVED_TOOL).length; // => 3
 */
export const OBSERVED_TOOL: Claims = {
  preToolCall: NOTHING,
  onToolCallResult: NOTHING,
  onToolCallError: NOTHING,
};

/**
 * The rows of one path: a row per event.
 *
 * @example
 * rows('handoff', 'enforced', { preDelegate: GATE }, 'a denied one throws')[0]?.event; // => 'preDelegate'
 */
export function rows(
  path: string,
  status: CapabilityRow['status'],
  claims: Claims,
  note?: string,
): readonly CapabilityRow[] {
  return Object.entries(claims).map(([event, verbs]) => ({
    path,
    event: event as EventName,
    status,
    verbs,
    ...(note === undefined ? undefined : { note }),
  }));
}

/**
 * Unmediated paths as `pnpm census` writes them from the classes of an adapter: the paths with ` | ` between them, why,
 * and the events that do not fire there, `preRequest` where none is named.
 *
 * @example
 * const uploads: DeclaredPaths = ['uploadFile | uploadSkill', 'no event describes uploads to the provider'];
 */
export type DeclaredPaths = readonly [paths: string, why: string, ...events: EventName[]];

/**
 * The rows of what the classes of an adapter declare unmediated.
 *
 * @example
 * unmediatedRows([['uploadFile | uploadSkill', 'no event']]).map(({ path }) => path); // => ['uploadFile', 'uploadSkill']
 */
export function unmediatedRows(declared: readonly DeclaredPaths[]): readonly CapabilityRow[] {
  return declared.flatMap(([paths, why, ...events]) => {
    const silent: readonly EventName[] = events.length > 0 ? events : ['preRequest'];
    const claims: Claims = Object.fromEntries(silent.map((event) => [event, NOTHING] as const));
    return paths.split(' | ').flatMap((path) => rows(path, 'unmediated', claims, why));
  });
}

/**
 * The rows of all paths on which everything that is claimed is enforced.
 *
 * @example
 * enforcedRows({ 'tool.invoke': TOOL }).length; // => 3
 */
export function enforcedRows(paths: Readonly<Record<string, Claims>>): readonly CapabilityRow[] {
  return Object.entries(paths).flatMap(([path, claims]) => rows(path, 'enforced', claims));
}

/**
 * The verbs that calls of a path can carry out, for `ctx.can`; none on a path that is not claimed.
 *
 * @example
 * canOn({ 'tool.invoke': TOOL }, 'tool.invoke').preToolCall; // => GATE
 */
export function canOn(
  paths: Readonly<Record<string, Claims>>,
  path: string,
): NonNullable<ChatOptions['can']> {
  return paths[path] ?? {};
}
