import type { Denial } from '@interpose/core';
import type { Exchange } from '../translate/exchange.ts';
import { refusalOf } from '../translate/refusals.ts';

type Sight = Promise<Denial | undefined>;

/** By session, since what one session was refused another may be granted. */
const sights = new WeakMap<object, Map<string, Sight>>();

/**
 * Tells of another agent at a session's first sight of it.
 *
 * @throws the answer to a denied message where a policy wants that agent absent.
 */
export async function seeRemoteAgent(exchange: Exchange): Promise<void> {
  // An agent whose address nobody knows is one that policies are asked about, too.
  const { chat, to = '' } = exchange;
  if (!chat.listens('onInventoryChange')) return;
  const seen = sights.get(chat.session) ?? new Map<string, Sight>();
  sights.set(chat.session, seen);
  const sight = seen.get(to) ?? firstSight(exchange, to);
  seen.set(to, sight);
  const denial = await sight.catch((error: unknown) => {
    // Nothing was decided, so the next call asks again.
    seen.delete(to);
    throw error;
  });
  if (denial === undefined) return;
  // The deny of this chat's start says nothing of the agent.
  if (denial.event !== 'onInventoryChange') seen.delete(to);
  throw refusalOf(exchange, denial);
}

async function firstSight({ chat }: Exchange, name: string): Sight {
  const component = { kind: 'agent', name } as const;
  const verdict = await chat.dispatch('onInventoryChange', { change: 'added', component });
  return verdict.decision === 'deny' ? (verdict as Denial) : undefined;
}
