import type { ToolCall } from '../contract/values/index.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import { sourceOf } from './context/context-state.ts';
import type { Tally } from './tally.ts';

/** Law 12: why this value is no change of the call at hand but another call. */
export function reroute(tally: Tally, value: unknown): DenyVerdict | undefined {
  if (tally.slot.definition.slot !== 'call') return undefined;
  const [before, after] = [tally.value as ToolCall, value as ToolCall];
  if (after.id !== before.id) {
    return {
      decision: 'deny',
      code: 'call_id_changed',
      reason: 'A policy changed the id of a tool call.',
    };
  }
  if (after.name !== before.name && !sourceOf(tally.ctx).registry.settings.allowRename) {
    return {
      decision: 'deny',
      code: 'rename_denied',
      reason: 'A policy changed the name of a tool call.',
    };
  }
  return undefined;
}
