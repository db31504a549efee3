import type { NativeAgent } from '../translate/native.ts';

const kept = new WeakSet<object>();

/**
 * Whether the agent belongs to a realtime session, which has no runs: a realtime agent, a clone of one, or an agent that
 * takes over from one of these.
 */
export function isRealtime(agent: NativeAgent): boolean {
  return 'voice' in agent || kept.has(agent);
}

/** Remembers an agent that comes from a realtime agent. The SDK makes plain agents of clones, which sessions accept. */
export function keepRealtime(next: NativeAgent, agent: NativeAgent): void {
  if (isRealtime(agent)) kept.add(next);
}
