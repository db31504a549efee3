import type { EventName, Verb } from '@interpose/core';
import type { CapabilityRow, ChatOptions } from '@interpose/core/adapter';

/**
 * The verbs that take effect on one path, by event.
 *
 * @example
 * const claims: Claims = { ...CHAT, preToolCall: GATE };
 */
export type Claims = Partial<Record<EventName, readonly Verb[]>>;

/**
 * The verbs of an event before something happens.
 *
 * @example
 * GATE.includes('retry'); // => false
 */
export const GATE: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask'];

/**
 * The verbs of an event after something happened.
 *
 * @example
 * AFTER.includes('retry'); // => true
 */
export const AFTER: readonly Verb[] = ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'];

/**
 * The verbs of an event where hooks cannot supply something else in place of the value.
 *
 * @example
 * CHANGE.includes('respond'); // => false
 */
export const CHANGE: readonly Verb[] = ['allow', 'deny', 'modify', 'ask'];

/**
 * The verbs of an event where hooks let something in or keep it out.
 *
 * @example
 * const claims: Claims = { onInventoryChange: ADMIT };
 */
export const ADMIT: readonly Verb[] = ['allow', 'deny'];

/**
 * The verbs of an event that fires, and where no verdict takes effect.
 *
 * @example
 * const claims: Claims = { onChatDone: NOTHING };
 */
export const NOTHING: readonly Verb[] = [];

/**
 * The events of every chat.
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
 * The verbs of a model call, where all of them take effect.
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
 * The verbs of a tool call, where all of them take effect.
 *
 * @example
 * const agent: Claims = { ...CHAT, ...MODEL, ...TOOL };
 */
export const TOOL: Claims = { preToolCall: GATE, onToolCallResult: AFTER, onToolCallError: AFTER };

/**
 * The verbs that a streamed answer adds.
 *
 * @example
 * const streamed: Claims = { ...CHAT, ...MODEL, ...DELTAS };
 */
export const DELTAS: Claims = { onResponseDelta: ['allow', 'deny', 'modify'] };

/**
 * The verbs of a delegation to another agent, where all of them take effect.
 *
 * @example
 * const subAgents: Claims = { ...CHAT, ...DELEGATION };
 */
export const DELEGATION: Claims = { preDelegate: GATE, onDelegateResult: AFTER };

/**
 * The events of a tool that runs out of reach of hooks: no verdict takes effect.
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
 * Returns the rows of one path: a row per event.
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
 * Returns the rows of the paths that the classes of an adapter declare unmediated.
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
 * Returns the rows of paths on which every claim is enforced.
 *
 * @example
 * enforcedRows({ 'tool.invoke': TOOL }).length; // => 3
 */
export function enforcedRows(paths: Readonly<Record<string, Claims>>): readonly CapabilityRow[] {
  return Object.entries(paths).flatMap(([path, claims]) => rows(path, 'enforced', claims));
}

/**
 * Returns the function that tells the verbs which take effect on a path, for `ctx.can`; none on a path without claims.
 *
 * @example
 * canOn({ 'tool.invoke': TOOL })('tool.invoke').preToolCall; // => GATE
 */
export function canOn(
  paths: Readonly<Record<string, Claims>>,
): (path: string) => NonNullable<ChatOptions['can']> {
  return (path) => paths[path] ?? {};
}
