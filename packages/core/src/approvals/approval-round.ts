import type { ToolCall } from '../contract/values/index.ts';
import { grantPrefix } from '../sessions/session-state.ts';
import type { ApprovalKey } from './stored-approvals.ts';
import { originOf, payloadOf } from '../gate/context/context-state.ts';
import { digestOf } from './digest.ts';
import { toFailure } from '../errors/failure.ts';
import type { Fold, PendingAsk } from '../gate/tally.ts';

/** One round of asking about one value. */
export interface ApprovalRound {
  readonly fold: Fold;
  readonly asks: readonly PendingAsk[];
  readonly reason: string;
  readonly digest: string;
  /** Answers this round once it is suspended. */
  readonly token: string;
  readonly key: ApprovalKey;
}

/** The digest of exactly what would run, for whom, and of every hook that asks: a yes to one is none to another. */
export function bindingOf(fold: Fold, asks: readonly PendingAsk[]): Promise<string | undefined> {
  const { call } = payloadOf(fold.ctx) as { readonly call?: ToolCall };
  const policies = asks.map(({ hook }) => `${hook.label} ${hook.version}`).toSorted();
  const value = boundValue(fold, call);
  const { event, user } = fold.ctx;
  return digestOf({
    event,
    user: user && [user.id, user.organisation],
    tool: call?.name ?? null,
    value,
    policies,
  });
}

/** What the digest holds of the value: an error is bound by what it says, since a thrown one is no plain data. */
function boundValue(fold: Fold, call: ToolCall | undefined): unknown {
  const { slot } = fold.slot.definition;
  if (slot === 'call') return call?.args;
  if (slot !== 'error') return fold.value ?? null;
  const { name, message, code, status } = toFailure(fold.value);
  return { name, message, code, status };
}

/** Where the answer to this ask is kept while it is suspended. */
export function approvalKey(fold: Fold, digest: string): ApprovalKey {
  const { session } = originOf(fold.ctx);
  const { call } = payloadOf(fold.ctx) as { readonly call?: ToolCall };
  return { scope: session.life === 'chat' ? '' : session.id, callId: call?.id ?? '', digest };
}

function grantKey(fold: Fold, digest: string): string {
  return grantPrefix(fold.ctx.session.id) + digest;
}

/** True when exactly this was approved before for the chat or the session. */
export async function isGranted({ fold, digest }: ApprovalRound): Promise<boolean> {
  const origin = originOf(fold.ctx);
  return (
    origin.grants.has(digest) ||
    (await origin.registry.settings.store.get(grantKey(fold, digest))) === true
  );
}

/** Keeps an approval as long as every asking hook wants it kept. */
export async function grant({ fold, asks, digest }: ApprovalRound): Promise<void> {
  const wishes = asks.map(({ verdict }) => verdict.remember ?? 'never');
  const origin = originOf(fold.ctx);
  const { store, sessionIdleMs } = origin.registry.settings;
  if (wishes.includes('never')) return;
  if (wishes.includes('chat')) {
    origin.grants.add(digest);
    return;
  }
  origin.session.isStored = true;
  await store.set(grantKey(fold, digest), true, sessionIdleMs === 0 ? undefined : sessionIdleMs);
}
