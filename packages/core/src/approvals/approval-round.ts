import type { Tool, ToolCall } from '../contract/values/index.ts';
import { boundedText } from '../authoring/bounded-text.ts';
import { sourceOf, payloadOf } from '../context/context-state.ts';
import { digestOf } from './digest.ts';
import { toFailure } from '../errors/failure.ts';
import type { PendingAsk, Tally } from '../context/tally.ts';
import type { ResumeAnswer } from '../contract/decisions/approval.ts';

/** Identifies a suspended ask for its answer. The id of a call alone is not enough, since hosts reuse ids. */
export interface ApprovalKey {
  /** The id of a named session; empty if the session was made for one chat. */
  readonly scope: string;
  readonly callId: string;
  readonly digest: string;
}

/** The asks of one gate, together with the tally of all that its hooks said. */
export interface Asked {
  readonly tally: Tally;
  readonly asks: readonly PendingAsk[];
}

/** One round of asking a person about one value. */
export interface ApprovalRound extends Asked {
  readonly reason: string;
  readonly digest: string;
  /** The token with which this round is answered once it is suspended. */
  readonly token: string;
  readonly key: ApprovalKey;
}

/** The reason why an ask is refused. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
}

/** Lets asks wait for a person in another place. Only chats that an adapter opened can go on later. */
export interface Suspension {
  /** Returns the answer to this ask since it was suspended; `undefined` if a person has to be asked, or asked again. */
  answered(round: ApprovalRound): Promise<ResumeAnswer | Refusal | undefined>;
  suspend(round: ApprovalRound): Promise<void>;
}

/** Returns the digest of what would run, for whom, and of all hooks that ask. A yes counts only for this digest. */
export function bindingOf({ tally, asks }: Asked): Promise<string | undefined> {
  const policies = asks
    .map(({ hook: { label, version } }) => `${label} ${label}@${version}`)
    .toSorted();
  // A person judged the tool by its description, so another one is asked about again. A resumed yes may differ here.
  const { description } = toolOf(tally) ?? {};
  return digestOf({ ...boundTo(tally), ...(description && { description }), policies });
}

/** Returns everything that a yes is bound to, except for the hooks that asked. */
export function boundTo(tally: Tally): object {
  const { call, server, source, to } = payloadOf(tally.ctx) as BoundPayload;
  const { event, user } = tally.ctx;
  const tool = toolOf(tally);
  return {
    event,
    user: user && [user.id, user.organisation],
    tool: call?.name ?? null,
    // Tools of one name may come from several servers, and one message may go to several.
    ...(tool && { from: [tool.origin, tool.server, tool.scope] }),
    ...((server ?? source ?? to) !== undefined && { place: [server, source, to] }),
    value: boundValue(tally, call),
  };
}

/** The parts of a payload, beside its value, that say what would run and where. */
interface BoundPayload {
  readonly call?: ToolCall;
  readonly tool?: Tool;
  readonly server?: string;
  readonly source?: string;
  readonly to?: string;
}

function toolOf({ ctx }: Tally): Tool | undefined {
  return (payloadOf(ctx) as BoundPayload).tool;
}

/** Returns the value for the digest. An error is bound by its texts, since a thrown error is not plain data. */
function boundValue(tally: Tally, call: ToolCall | undefined): unknown {
  const { slot } = tally.slot.definition;
  if (slot === 'call') return call?.args;
  if (slot !== 'error') return tally.value ?? null;
  const { name, message, code, status } = toFailure(tally.value);
  return { name, message, code, status };
}

/** Returns the key under which the answer to this ask is kept while it is suspended. */
export function approvalKey(tally: Tally, digest: string): ApprovalKey {
  const { session } = sourceOf(tally.ctx);
  const { call } = payloadOf(tally.ctx) as { readonly call?: ToolCall };
  return { scope: session.life === 'chat' ? '' : session.id, callId: call?.id ?? '', digest };
}

/** Whether exactly this was approved before for the chat or the session. */
export async function isGranted({ tally, digest }: ApprovalRound): Promise<boolean> {
  const source = sourceOf(tally.ctx);
  return source.grants.has(digest) || source.session.keys.isGranted(digest);
}

/** Keeps an approval for the shortest time that any asking hook wants: never, for the chat or for the session. */
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

/** Returns how asks of this gate may wait; `undefined` for an event that the app dispatches itself. */
export function suspensionOf({ ctx }: Tally): Suspension | undefined {
  return sourceOf(ctx).opening?.suspension as Suspension | undefined;
}

/** Returns the reason of a refusal: the person's words, or the question, marked as refused so no model answers it. */
export function refusedText({ reason: question }: ApprovalRound, said?: string): string {
  return boundedText(
    said === undefined || said === '' ? `A person refused this: ${question}` : said,
  );
}
