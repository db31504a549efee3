import type { Chat, ChatEnding } from '../contract/adapter/chat.ts';
import type { Refused } from '../contract/adapter/model-step.ts';
import type { EventName, PayloadOf } from '../contract/events/event-map.ts';
import type { Hooks } from '../contract/hooks/hooks.ts';
import type { MaybePromise } from '../contract/hooks/store.ts';
import type { AgentIdentity, Message, ModelResponse, Trigger } from '../contract/values/index.ts';
import type { AnyVerdict } from '../contract/decisions/verdict.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import type { Linked } from '../linked-list.ts';
import { andThen } from '../maybe-promise.ts';
import { ALLOW } from '../authoring/verdicts.ts';
import type { Payload } from '../context/context-state.ts';
import { EventSource, type SourceMaterial } from '../context/event-source.ts';
import type { EarlierRulings } from '../approvals/earlier-rulings.ts';
import { dispatchEvent } from '../gate/dispatch-event.ts';
import type { SeenMessages } from './seen-messages.ts';

/** One running chat: the handle for adapters and the source of the chat's events. */
export class RunningChat extends EventSource implements Chat, Linked {
  /** In milliseconds, as `msSinceLoad` counts. `undefined` before onChatStart: an earlier end is not reported. */
  startedAt: number | undefined;
  ended = false;
  /** The neighbours in the list of open chats. */
  previous: Linked | undefined;
  next: Linked | undefined;
  #calls: ModelCalls | undefined;
  trigger: Trigger | undefined;
  refused: Refused | undefined;
  /**
   * The messages that the chat has seen. This is a field, because a WeakMap that lives long keeps values that lead back
   * to their keys until a full collection.
   */
  seenMessages: SeenMessages | undefined;
  /** The verdicts of approval phases that wait for the execution of their calls. */
  earlierRulings: EarlierRulings | undefined;

  constructor(material: SourceMaterial) {
    super(material);
    this.trigger = material.options.trigger;
  }

  get hooks(): Hooks {
    return this.owner.hooks;
  }

  /** The state of the model calls. It is made at the first call, since many chats only wait for one. */
  get calls(): ModelCalls {
    return (this.#calls ??= new ModelCalls());
  }

  override get reasoning(): string | undefined {
    return this.#calls?.reasoning;
  }

  get strict(): boolean {
    return this.registry.settings.strict;
  }

  listens(...events: readonly EventName[]): boolean {
    // This loops by index: in code that is not optimised yet, each turn of `for…of` makes an object.
    for (let index = 0; index < events.length; index++)
      if (this.registry.slot(events[index]!).active) return true;
    return this.startDenied !== undefined;
  }

  /** As `listens`, for one event: a list of events is an object that each call would make. */
  hears(event: EventName): boolean {
    return this.registry.slot(event).active || this.startDenied !== undefined;
  }

  intercepts(...events: readonly EventName[]): boolean {
    for (let index = 0; index < events.length; index++)
      if (this.registry.slot(events[index]!).plan.intercepts) return true;
    return this.startDenied !== undefined;
  }

  dispatch<E extends EventName>(
    event: E,
    payload: PayloadOf<E>,
    native?: unknown,
  ): MaybePromise<AnyVerdict> {
    const slot = this.registry.slot(event);
    return slot.active || this.startDenied !== undefined
      ? dispatchEvent(this, slot, payload as Payload, native)
      : ALLOW;
  }

  handOver(agent: AgentIdentity): void {
    this.agent = agent;
  }

  end(ending: ChatEnding): MaybePromise<void> {
    if (this.ended) return undefined;
    this.ended = true;
    this.unfollow();
    if (ending.kind !== 'done') this.abort(ending.kind === 'abort' ? ending.reason : ending.error);
    return andThen(this.opening?.ends(this, ending), () => this.#forget());
  }

  /** Drops what the model was asked and answered: hosts may hold ended chats. Never builds a response for this. */
  #forget(): void {
    if (this.#calls === undefined) return;
    this.#calls.answer = undefined;
    if (this.hears('onResponse')) this.#calls.forget();
  }
}

/** Returns the chat behind the adapter's handle. Throws `invalid_option` for a chat that `openChat` did not make. */
export function runningChat(chat: Chat): RunningChat {
  if (chat instanceof RunningChat) return chat;
  throw invalidOption('this chat was not opened by openChat', 'pass what openChat returned');
}

/** The state of a chat's model calls. */
export class ModelCalls {
  /** The index of the current call, from 0; -1 before the first. */
  iteration = -1;
  /** The number of attempts at the current call, including repeats by the host. */
  attempts = 0;
  /** Whether the last call ended in an error, so that the next call may be a repeat by the host. */
  failed = false;
  lastResponse: LastResponse | undefined;
  /** The final answer, kept for the ending if somebody listens to that. */
  answer: Message | undefined;

  /** The index as hooks see it: `undefined` before the first call. */
  get current(): number | undefined {
    return this.iteration < 0 ? undefined : this.iteration;
  }

  /** The reasoning in the model's last response, if it gave any. */
  get reasoning(): string | undefined {
    return this.lastResponse === undefined ? undefined : reasoningOf(this.lastResponse.view());
  }

  /** Keeps only the reasoning of the last response, which contexts show. Hooks may hold contexts for longer. */
  forget(): void {
    const { reasoning: text } = this;
    this.lastResponse = text === undefined ? undefined : thoughtOf(text);
  }

  /** Counts a call. A call after a failed one counts as the host's own repeat. */
  start(): void {
    if (!this.failed) {
      this.iteration++;
      this.attempts = 0;
    }
    this.failed = false;
    this.lastResponse = undefined;
  }
}

/** The last response of a model. It is translated only when somebody reads it. */
export interface LastResponse {
  view(): ModelResponse;
}

/** Returns a response with this text only. A function of its own, so that the closure holds nothing else. */
export function thoughtOf(text: string): LastResponse {
  return { view: () => ({ content: [{ type: 'reasoning', text }] }) };
}

/** Returns the reasoning text of a response; `undefined` if the model gave none. */
function reasoningOf({ content }: ModelResponse): string | undefined {
  let text: string | undefined;
  for (let at = 0; at < content.length; at++) {
    const part = content[at]!;
    if (part.type === 'reasoning') text = text === undefined ? part.text : `${text}\n${part.text}`;
  }
  return text;
}
