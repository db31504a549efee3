import type { NativeAgent } from '../translate/native.ts';

const clones = new WeakSet<object>();

/** True for an agent of a realtime session, which is no run: one of their class, or a clone of one. */
export function isRealtime(agent: NativeAgent): boolean {
  return 'voice' in agent || clones.has(agent);
}

/** Remembers what a clone was made of: the SDK makes a plain agent of a realtime one, which a session takes as well. */
export function keepRealtime(cloned: NativeAgent, agent: NativeAgent): void {
  if (isRealtime(agent)) clones.add(cloned);
}
