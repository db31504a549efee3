import { InterposeError, type BaseContext, type ToolCall } from '@interpose/core';

/**
 * The target of a switch: everything, or all steps of one agent (by id or name), session, tool, user or organisation. A
 * user without an organisation is that user in every organisation.
 *
 * @example
 * const target: SwitchTarget = { user: 'ada', organisation: 'acme' };
 */
export type SwitchTarget =
  | 'all'
  | { readonly agent: string }
  | { readonly session: string }
  | { readonly tool: string }
  | { readonly user: string; readonly organisation?: string }
  | { readonly organisation: string };

/** The parts of a step that decide its targets. */
export type SwitchedStep = Pick<BaseContext, 'agent' | 'session' | 'user'> & {
  readonly call?: ToolCall;
};

/** Returns the key of a target. @throws InterposeError `invalid_option` when it names nothing. */
export function targetKey(target: SwitchTarget): string {
  if (target === 'all') return 'all';
  const named = Object.entries(typeof target === 'object' ? (target ?? {}) : {});
  const names: Readonly<Record<string, unknown>> = Object.fromEntries(named);
  const { user, organisation } = names;
  const valid = named.every(
    ([kind, name]) => typeof name === 'string' && (kind === 'tool' ? WHOLE : /./s).test(name),
  );
  if (valid && user !== undefined && named.length === (organisation === undefined ? 1 : 2))
    return keyOf(
      'user',
      organisation === undefined ? '*' : [organisation as string],
      user as string,
    );
  const [[kind, name] = []] = named;
  if (valid && named.length === 1 && kind !== undefined && KINDS.has(kind))
    return keyOf(kind, name as string);
  throw new InterposeError(
    'invalid_option',
    `${JSON.stringify(target)} is nothing that can be switched off`,
    "pass 'all' or a full { agent }, { session }, { tool }, { user }, { user, organisation } or { organisation }",
  );
}

/** A glob would stop no tool, since none has this name. */
const WHOLE = /^[^*?|]+$/;
const KINDS: ReadonlySet<string> = new Set(['agent', 'session', 'tool', 'organisation']);

/** Returns the keys of all targets that a step belongs to. */
export function targetsOf(step: SwitchedStep): readonly string[] {
  const { agent, session, user } = step;
  const keys = ['all', keyOf('agent', agent.id), keyOf('session', session.id)];
  if (agent.name !== undefined) keys.push(keyOf('agent', agent.name));
  const { tool, delegate } = namedIn(step);
  if (tool !== undefined) keys.push(keyOf('tool', tool));
  if (delegate !== undefined) keys.push(keyOf('agent', delegate));
  if (user === undefined) return keys;
  keys.push(keyOf('user', '*', user.id));
  if (user.organisation !== undefined) {
    keys.push(
      keyOf('user', [user.organisation], user.id),
      keyOf('organisation', user.organisation),
    );
  }
  return keys;
}

/** Returns the called tool, also that of an MCP message, or the agent of a hand-off. A later hook may change it. */
export function namedIn(step: SwitchedStep): {
  readonly tool?: string;
  readonly delegate?: string;
} {
  const { call } = step;
  if (call !== undefined) return { tool: call.name };
  const { task, message } = step as SwitchedStep & Named;
  if (task !== undefined) return { delegate: task.to };
  const name: unknown = message?.method === 'tools/call' ? message.params?.name : undefined;
  return typeof name === 'string' ? { tool: name } : {};
}

/** Payloads that only some events have. */
interface Named {
  readonly task?: { readonly to: string };
  readonly message?: {
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown } | null;
  };
}

/** Returns a key as JSON, so that no name can pass for two names. */
function keyOf(kind: string, ...names: readonly (string | readonly string[])[]): string {
  return JSON.stringify([kind, ...names]);
}
