import type { Context, DecisionRecord, ModelResponse, ToolCall } from '@interpose/core';
import { BatchOrder, type SeenCall } from './batch-order.ts';
import { byPlace } from './by-place.ts';
import { describeAbout } from './describe-about.ts';
import { oddArguments } from './odd-arguments.ts';
import type { ParityDecision, ParityEntry } from './parity-entry.ts';

/** What happened in one run in one framework, told so that other frameworks can be compared. */
export class ParityLog {
  readonly #entries: ParityEntry[] = [];
  readonly #chats = new Map<string, number>();
  readonly #batch = new BatchOrder();
  readonly #told = new Set<string>();

  /** The events in the order of the contract. */
  get entries(): readonly ParityEntry[] {
    return byPlace(this.#entries);
  }

  /** Takes down an event and its decision. Deltas are left out: their number is the provider's choice. */
  note(context: Context, record?: DecisionRecord): void {
    if (context.event === 'onResponseDelta') return;
    if (context.event === 'onDecision') return this.#noteDecision(context, context.record);
    if (record !== undefined) this.#told.add(record.id);
    if (context.event === 'onResponse') this.#batch.begin(callsOf(context.response));
    const entry = this.#entryOf(context, record);
    this.#markFailure(entry);
    this.#entries.push(entry);
  }

  /** A hook that fails at a call is told right before the event of that call. */
  #markFailure({ event, oddity }: ParityEntry): void {
    const last = this.#entries.at(-1);
    if (oddity === undefined || last?.event !== 'onHookError') return;
    if (last.about.includes(` at ${event} `)) this.#entries.splice(-1, 1, { ...last, oddity });
  }

  /**
   * A decision is told with its event; one that is not, as that of a policy that only monitors,
   * counts alone. It is told right after its event and belongs to the same call.
   */
  #noteDecision(context: Context, record: DecisionRecord): void {
    if (record.event === 'onResponseDelta' || this.#told.has(record.id)) return;
    const last = this.#entries.at(-1);
    const { call, oddity } = last?.event === record.event ? last : {};
    this.#entries.push({
      ...this.#entryOf(context, record),
      ...(call === undefined ? {} : { call }),
      ...(oddity === undefined ? {} : { oddity }),
    });
  }

  #entryOf(context: Context, record: DecisionRecord | undefined): ParityEntry {
    const { event, chatId, iteration, attempt } = context;
    const seen = seenCall(context);
    const call = seen && this.#batch.placeOf(seen, event, attempt);
    const oddity = oddArguments((this.#batch.at(call ?? 0) ?? seen)?.args);
    return {
      event,
      chat: this.#chatOf(chatId),
      attempt,
      about: describeAbout(context),
      ...(iteration === undefined ? {} : { iteration }),
      ...(call === undefined ? {} : { call }),
      ...(oddity === undefined ? {} : { oddity }),
      ...(record === undefined ? {} : { decision: decisionOf(record) }),
    };
  }

  #chatOf(chatId: string): number {
    const known = this.#chats.get(chatId);
    if (known !== undefined) return known;
    this.#chats.set(chatId, this.#chats.size + 1);
    return this.#chats.size;
  }
}

function callsOf({ content }: ModelResponse): readonly ToolCall[] {
  return content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
}

/** The call of an event about one, also of the history note about its result. */
function seenCall(context: Context): SeenCall | undefined {
  if (context.event === 'onMessage') {
    return context.message.content.find((part) => part.type === 'tool-result');
  }
  const { originalCall, call } = context as Partial<Context<'onToolCallResult'>>;
  return originalCall ?? call;
}

function decisionOf(record: DecisionRecord): ParityDecision {
  const { tool, decision, by, codes, changed, mode, settled } = record;
  const told = { decision, by, codes, changed, mode };
  return {
    ...told,
    ...(tool === undefined ? {} : { tool }),
    ...(settled === undefined ? {} : { settled }),
  };
}
