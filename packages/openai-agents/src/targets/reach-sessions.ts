import { requireRun } from '../coverage/require-enforced.ts';
import { hookHandoffs } from '../delegation/handoff.ts';
import type { NativeAgent } from '../translate/native.ts';
import { hookParts } from './agent-parts.ts';
import { equipAgent } from './agent.ts';
import { inheritLayers, layersOf, setHidden } from './layers.ts';
import { isRealtime, keepRealtime } from './realtime.ts';
import type { Sdk } from './sdk-copies.ts';

// These types are simpler than the SDK's, which depend on their arguments.
interface Asked {
  readonly getEnabledHandoffs: (...given: readonly unknown[]) => Promise<readonly unknown[]>;
  readonly clone: (...given: readonly unknown[]) => NativeAgent;
}

/**
 * Lets hooks on the module hold for realtime agents as well. A session makes no run; the first that it asks an agent
 * for are its handoffs.
 */
export function reachSessions(sdk: Sdk): void {
  const { prototype } = sdk.Agent as { readonly prototype: object };
  const { getEnabledHandoffs, clone } = prototype as Asked;
  setHidden(prototype, 'getEnabledHandoffs', function handoffs(this: NativeAgent, ...given: []) {
    const isNew = isRealtime(this) && reach(this, sdk);
    const found = getEnabledHandoffs.apply(this, given);
    return isNew ? found.then((all) => hookHandoffs(this, all, equipAgent)) : found;
  });
  setHidden(prototype, 'clone', function cloned(this: NativeAgent, ...given: []) {
    const made = clone.apply(this, given);
    keepRealtime(made, this);
    return made;
  });
}

/**
 * Puts the hooks of the module on an agent. True if any of them was new there.
 *
 * @throws InterposeError `not_enforced` if everything has to be enforced, which a realtime agent cannot be.
 */
function reach(agent: NativeAgent, { Runner }: Sdk): boolean {
  for (const { options } of layersOf(Runner)) requireRun(options, 'realtime agent', agent);
  if (!inheritLayers(agent, Runner)) return false;
  equipAgent(agent);
  hookParts(agent, equipAgent);
  return true;
}
