import { madeOnce } from '@interpose/adapter-kit';
import type { Denial } from '@interpose/core';
import type { Exchange } from '../translate/exchange.ts';
import { refusalOf } from '../translate/refusals.ts';

type Sight = Promise<Denial | undefined>;

/** The first sights of agents, for each session: a policy may deny one session and allow another. */
const sights = new WeakMap<object, Map<string, Sight>>();

/**
 * Shows another agent to hooks when a session first calls it.
 *
 * @throws the refusal of the message, if a policy denies this agent.
 */
export async function seeRemoteAgent(exchange: Exchange): Promise<void> {
  // Policies are also asked about an agent whose address is unknown.
  const { chat, to = '' } = exchange;
  if (!chat.listens('onInventoryChange')) return;
  const seen = madeOnce(sights, chat.session, () => new Map<string, Sight>());
  const sight = madeOnce(seen, to, () => firstSight(exchange, to));
  const denial = await sight.catch((error: unknown) => {
    // Nothing was decided, so the next call asks again.
    seen.delete(to);
    throw error;
  });
  if (denial === undefined) return;
  // The chat's start was denied, which says nothing about the agent.
  if (denial.event !== 'onInventoryChange') seen.delete(to);
  throw refusalOf(exchange, denial);
}

async function firstSight({ chat }: Exchange, name: string): Sight {
  const component = { kind: 'agent', name } as const;
  const verdict = await chat.dispatch('onInventoryChange', { change: 'added', component });
  return verdict.decision === 'deny' ? (verdict as Denial) : undefined;
}
