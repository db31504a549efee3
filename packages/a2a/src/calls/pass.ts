import type { A2aEnvelope, Denial, Dict } from '@interpose/core';
import { envelopeOf, type Exchange } from '../translate/exchange.ts';

/** The outcome for one message after hooks have seen it. */
export type Passed =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly message: Dict }
  /** A hook answered in place of the receiver. */
  | { readonly kind: 'answered'; readonly message: Dict }
  | { readonly kind: 'denied'; readonly denial: Denial };

const SAME: Passed = { kind: 'same' };

/** Shows one message to hooks. */
export async function pass(
  exchange: Exchange,
  event: 'preA2aMessage' | 'onA2aMessage',
  leg: A2aEnvelope['leg'],
  message: Dict,
  synthetic: boolean = false,
): Promise<Passed> {
  const envelope = { ...envelopeOf(exchange, leg, message), synthetic };
  const verdict = await exchange.chat.dispatch(event, envelope);
  switch (verdict.decision) {
    case 'allow':
      return SAME;
    case 'modify':
      return { kind: 'changed', message: verdict.value as Dict };
    case 'respond':
      return { kind: 'answered', message: verdict.outcome['reply'] as Dict };
    case 'deny':
      return { kind: 'denied', denial: verdict as Denial };
    default:
      throw new TypeError(`an A2A message cannot ${verdict.decision}`);
  }
}
