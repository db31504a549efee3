import type { Hooks, Tool } from '@interpose/core';
import type { ToolOutcome } from '@interpose/core/adapter';

/**
 * What a model is told in place of a tool's result, for hosts that make a text of what a tool throws.
 *
 * @example
 * String(new ToolError('Blocked by no-refunds: ask a person')); // => 'Blocked by no-refunds: ask a person'
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';

  /** Some hosts read an error's message, others what it prints: both are the same text. */
  override toString(): string {
    return this.message;
  }
}

/**
 * What a host knows of a tool.
 *
 * @example
 * const facts: KnownTool = { origin: 'mcp', description: 'Pays a bill.' };
 */
export interface KnownTool {
  /** `local` by default. */
  readonly origin?: Tool['origin'] | undefined;
  readonly description?: unknown;
  readonly annotations?: Tool['annotations'] | undefined;
}

/**
 * The tool as policies see it; nothing is known of one that the host does not have.
 *
 * @example
 * describeTool('pay', undefined, hooks); // => { name: 'pay', origin: 'local', known: false, enabled: true }
 */
export function describeTool(name: string, tool: KnownTool | undefined, hooks: Hooks): Tool {
  const scope = hooks.scopes.scopeOf(name);
  const { origin = 'local', description, annotations } = tool ?? {};
  return {
    name,
    origin,
    known: tool !== undefined,
    enabled: hooks.scopes.isEnabled(name),
    ...(typeof description === 'string' ? { description } : undefined),
    ...(scope === undefined ? undefined : { scope }),
    ...(annotations === undefined ? undefined : { annotations }),
  };
}

/**
 * What the model is told about a call that has no result.
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
 * The result of a tool, for hosts that make a text of what a tool throws.
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
 * What the model reads about a call that reached no tool, as `reportToolError` found; undefined where the host's own text
 * stands.
 *
 * @example
 * toldAfter({ kind: 'error', error: { message: 'no such tool' }, thrown: 'no such tool', cause: 'unknown' }); // => undefined
 */
export function toldAfter(outcome: ToolOutcome<never>): string | undefined {
  if (outcome.kind === 'denied') return outcome.text;
  return outcome.kind === 'error' && !('thrown' in outcome) ? outcome.error.message : undefined;
}
