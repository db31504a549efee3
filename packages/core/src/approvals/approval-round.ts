import type { ToolCall } from '../contract/values/index.ts';
import type { ApprovalKey } from './stored-approvals.ts';
import { sourceOf, payloadOf } from '../context/context-state.ts';
import { digestOf } from './digest.ts';
import { toFailure } from '../errors/failure.ts';
import type { Tally, PendingAsk } from '../context/tally.ts';

/** One round of asking about one value. */
export interface ApprovalRound {
  readonly tally: Tally;
  readonly asks: readonly PendingAsk[];
  readonly reason: string;
  readonly digest: string;
  /** Answers this round once it is suspended. */
  readonly token: string;
  readonly key: ApprovalKey;
}

/** The digest of exactly what would run, for whom, and of every hook that asks: a yes to one is none to another. */
export function bindingOf(tally: Tally, asks: readonly PendingAsk[]): Promise<string | undefined> {
  const { call } = payloadOf(tally.ctx) as { readonly call?: ToolCall };
  const policies = asks.map(({ hook }) => `${hook.label} ${hook.version}`).toSorted();
  const value = boundValue(tally, call);
  const { event, user } = tally.ctx;
  return digestOf({
    event,
    user: user && [user.id, user.organisation],
    tool: call?.name ?? null,
    value,
    policies,
  });
}

/** What the digest holds of the value: an error is bound by what it says, since a thrown one is no plain data. */
function boundValue(tally: Tally, call: ToolCall | undefined): unknown {
  const { slot } = tally.slot.definition;
  if (slot === 'call') return call?.args;
  if (slot !== 'error') return tally.value ?? null;
  const { name, message, code, status } = toFailure(tally.value);
  return { name, message, code, status };
}

/** Where the answer to this ask is kept while it is suspended. */
export function approvalKey(tally: Tally, digest: string): ApprovalKey {
  const { session } = sourceOf(tally.ctx);
  const { call } = payloadOf(tally.ctx) as { readonly call?: ToolCall };
  return { scope: session.life === 'chat' ? '' : session.id, callId: call?.id ?? '', digest };
}

/** True when exactly this was approved before for the chat or the session. */
export async function isGranted({ tally, digest }: ApprovalRound): Promise<boolean> {
  const origin = sourceOf(tally.ctx);
  return origin.grants.has(digest) || origin.session.keys.isGranted(digest);
}

/** Keeps an approval as long as every asking hook wants it kept. */
export async function grant({ tally, asks, digest }: ApprovalRound): Promise<void> {
  const wishes = asks.map(({ verdict }) => verdict.remember ?? 'never');
  const origin = sourceOf(tally.ctx);
  if (wishes.includes('never')) return;
  if (wishes.includes('chat')) {
    origin.grants.add(digest);
    return;
  }
  await origin.session.keys.grant(digest);
}
