import type { MaybePromise } from '@interpose/core';
import { deniedOffers } from '@interpose/core/adapter';
import type { ModelCall } from '../model/model-call.ts';
import { readOffer } from '../translate/tool-offer.ts';

/**
 * The names of the tools on offer that the provider would run although a policy does not simply allow them.
 * The provider runs them out of reach, so the gate is asked before they are offered, once per chat.
 */
export function deniedProviderTools(
  { run }: ModelCall,
  tools: readonly unknown[],
): MaybePromise<readonly string[]> {
  const offered = tools.map(readOffer).filter(({ isFunction }) => !isFunction);
  return offered.length > 0 && run.chat.intercepts('preToolCall')
    ? deniedOffers(
        run.chat,
        run.notes.providerTools,
        offered.map(({ name }) => name),
      )
    : NOBODY;
}

const NOBODY: readonly string[] = [];
