import { deniedOffers } from '@interpose/core/adapter';
import { hostedName, isHosted } from '../tools/hosted-name.ts';
import type { OfferedTool } from '../translate/native.ts';
import type { RunLayer } from '../run/run-layer.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export async function deniedHostedTools(
  layer: RunLayer,
  tools: readonly OfferedTool[],
): Promise<readonly string[]> {
  const offered = tools.filter(isHosted);
  if (offered.length === 0 || !layer.chat.intercepts('preToolCall')) return [];
  return deniedOffers(layer.chat, layer.hosted, offered.map(hostedName));
}
