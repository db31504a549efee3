import { rowsOn, unknownTarget } from '@interpose/adapter-kit';
import type { CapabilityRow } from '@interpose/core/adapter';
import { capabilities } from '../capabilities.ts';
import { isToyAgent, type ToyAgent } from '../translate/native.ts';

/** What holds at each event on each path of an agent; throws `target_unknown` for anything else. */
export function inspect(target: unknown): readonly CapabilityRow[] {
  requireAgent(target);
  return rowsOn(capabilities, ['ToyAgent.run', 'ToyAgent.stream']);
}

/** Lets an agent of the SDK pass; throws `target_unknown` for anything else. */
export function requireAgent(target: unknown): asserts target is ToyAgent {
  if (!isToyAgent(target)) throw unknownTarget(target, 'pass a ToyAgent');
}
