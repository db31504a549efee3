import type { Hooks, Tool } from '@interpose/core';
import { reportToolError, type Chat, type ToolOutcome } from '@interpose/core/adapter';
import { omitUndefined } from '../values/omit-undefined.ts';

/**
 * An error with the text for the model in place of a tool's result, for hosts that turn errors of tools into text.
 *
 * @example
 * String(new ToolError('Blocked by no-refunds: ask a person')); // => 'Blocked by no-refunds: ask a person'
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';

  /** Returns the message alone: some hosts read the message of an error, others the printed error. */
  override toString(): string {
    return this.message;
  }
}

/**
 * The facts that a host knows about a tool.
 *
 * @example
 * const facts: KnownTool = { origin: 'mcp', description: 'Pays a bill.' };
 */
export interface KnownTool {
  /** `local` by default. */
  readonly origin?: Tool['origin'] | undefined;
  readonly description?: unknown;
  readonly server?: string | undefined;
  readonly annotations?: Tool['annotations'] | undefined;
}

/**
 * Returns a tool as policies see it; a tool that the host does not have is not `known`.
 *
 * @example
 * describeTool('pay', undefined, hooks); // => { name: 'pay', origin: 'local', known: false, enabled: true }
 */
export function describeTool(name: string, tool: KnownTool | undefined, hooks: Hooks): Tool {
  const scope = hooks.scopes.scopeOf(name);
  const { origin = 'local', description, server, annotations } = tool ?? {};
  return {
    name,
    origin,
    known: tool !== undefined,
    enabled: hooks.scopes.isEnabled(name),
    ...omitUndefined({
      description: typeof description === 'string' ? description : undefined,
      scope,
      server,
      annotations,
    }),
  };
}

/**
 * Returns the text for the model about a call that has no result.
 *
 * @example
 * toldInstead({ kind: 'suspended', token: 't', reason: 'over 100', call: { id: '1', name: 'pay', args: {} } }); // => 'This call waits for approval: over 100'
 */
export function toldInstead(
  outcome: Exclude<ToolOutcome<unknown>, { readonly kind: 'result' }>,
): string {
  switch (outcome.kind) {
    case 'error':
      return outcome.error.message;
    case 'denied':
      return outcome.text;
    case 'suspended':
      return `This call waits for approval: ${outcome.reason}`;
  }
}

/**
 * Returns the result of a tool, for hosts that turn errors of tools into text.
 *
 * @throws what the tool threw, or ToolError with what the model is told.
 *
 * @example
 * resultOf({ kind: 'result', result: 'sunny', changed: false, synthetic: false }); // => 'sunny'
 */
export function resultOf(outcome: ToolOutcome<unknown>): unknown {
  if (outcome.kind === 'result') return outcome.result;
  if (outcome.kind === 'error' && 'thrown' in outcome) throw outcome.thrown;
  throw new ToolError(toldInstead(outcome));
}

/**
 * Reports a call that reached no tool. Returns the text for the model; undefined if the host's own text stays.
 *
 * @example
 * const call = { id: 'call_1', name: 'wether', args: {} };
 * const tool = describeTool('wether', undefined, hooks);
 * await toldUnreached(chat, { call, tool, error: 'no such tool', cause: 'unknown' }); // => undefined
 */
export async function toldUnreached(
  chat: Chat,
  report: Parameters<typeof reportToolError>[1],
): Promise<string | undefined> {
  const outcome = await reportToolError(chat, report);
  if (outcome.kind === 'denied') return outcome.text;
  return outcome.kind === 'error' && !('thrown' in outcome) ? outcome.error.message : undefined;
}
