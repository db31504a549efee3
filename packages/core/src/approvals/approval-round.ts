import type { ToolCall } from '../contract/values/index.ts';
import { sourceOf, payloadOf } from '../context/context-state.ts';
import { digestOf } from './digest.ts';
import { toFailure } from '../errors/failure.ts';
import type { PendingAsk, Tally } from '../context/tally.ts';
import type { ResumeAnswer } from '../contract/decisions/approval.ts';

/** Which suspended ask an answer belongs to: never a call's id alone, since hosts reuse ids. */
export interface ApprovalKey {
  /** The named session; empty where the session was made for one chat. */
  readonly scope: string;
  readonly callId: string;
  readonly digest: string;
}

/** What is asked about: the asks of one gate, and what its hooks said besides. */
export interface Asked {
  readonly tally: Tally;
  readonly asks: readonly PendingAsk[];
}

/** One round of asking about one value. */
export interface ApprovalRound extends Asked {
  readonly reason: string;
  readonly digest: string;
  /** Answers this round once it is suspended. */
  readonly token: string;
  readonly key: ApprovalKey;
}

/** Why an ask is refused. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
}

/** How asks wait for a person somewhere else; only chats that an adapter opens can go on later. */
export interface Suspension {
  /** What was answered to this ask since it was suspended; undefined where it is to be put, or put again. */
  answered(round: ApprovalRound): Promise<ResumeAnswer | Refusal | undefined>;
  suspend(round: ApprovalRound): Promise<void>;
}

/** The digest of exactly what would run, for whom, and of every hook that asks: a yes to one is none to another. */
export function bindingOf({ tally, asks }: Asked): Promise<string | undefined> {
  const policies = asks
    .map(({ hook: { label, version } }) => `${label} ${label}@${version}`)
    .toSorted();
  return digestOf({ ...boundTo(tally), policies });
}

/** What a yes is bound to, apart from who asked. */
export function boundTo(tally: Tally): object {
  const { call } = payloadOf(tally.ctx) as { readonly call?: ToolCall };
  const { event, user } = tally.ctx;
  return {
    event,
    user: user && [user.id, user.organisation],
    tool: call?.name ?? null,
    value: boundValue(tally, call),
  };
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
  const source = sourceOf(tally.ctx);
  return source.grants.has(digest) || source.session.keys.isGranted(digest);
}

/** Keeps an approval as long as every asking hook wants it kept. */
export async function grant({ tally, asks, digest }: ApprovalRound): Promise<void> {
  const wishes = asks.map(({ verdict }) => verdict.remember ?? 'never');
  const source = sourceOf(tally.ctx);
  if (wishes.includes('never')) return;
  if (wishes.includes('chat')) {
    source.grants.add(digest);
    return;
  }
  await source.session.keys.grant(digest);
}

/** How asks of this gate may wait; undefined for what an app dispatches itself. */
export function suspensionOf({ ctx }: Tally): Suspension | undefined {
  return sourceOf(ctx).opening?.suspension as Suspension | undefined;
}

/** Why a step was refused: what the person said, else that one refused it and what was asked, which alone reads as no answer. */
export function refusedText({ reason: question }: ApprovalRound, said?: string): string {
  return said === undefined || said === '' ? `A person refused this: ${question}` : said;
}
