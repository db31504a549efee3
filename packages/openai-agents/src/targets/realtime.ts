import type { NativeAgent } from '../translate/native.ts';

const clones = new WeakSet<object>();

/** Whether the agent belongs to a realtime session, which has no runs: a realtime agent, or a clone of one. */
export function isRealtime(agent: NativeAgent): boolean {
  return 'voice' in agent || clones.has(agent);
}

/** Remembers clones of a realtime agent: the SDK makes a plain agent of it, and a session accepts that as well. */
export function keepRealtime(cloned: NativeAgent, agent: NativeAgent): void {
  if (isRealtime(agent)) clones.add(cloned);
}
