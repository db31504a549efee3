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

/** One running chat: what adapters hold, and where its events come from. */
export class RunningChat extends EventSource implements Chat, Linked {
  /** As `msSinceLoad` counts; undefined until onChatStart: what ends before has no ending to tell. */
  startedAt: number | undefined;
  ended = false;
  /** Its neighbours among the open chats. */
  previous: Linked | undefined;
  next: Linked | undefined;
  #calls: ModelCalls | undefined;
  /** The final answer, kept for the ending when somebody listens to it. */
  answer: Message | undefined;
  trigger: Trigger | undefined;
  refused: Refused | undefined;
  /**
   * Which messages the chat has seen. A field, since what a long-lived WeakMap leads to is kept until a full collection
   * where it leads back to its key.
   */
  seenMessages: SeenMessages | undefined;
  /** Verdicts of approval phases that wait for their execution. */
  earlierRulings: EarlierRulings | undefined;

  constructor(material: SourceMaterial) {
    super(material);
    this.trigger = material.options.trigger;
  }

  get hooks(): Hooks {
    return this.owner.hooks;
  }

  /** Where the chat stands with its model; made at the first call, since many chats wait for one. */
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
    // By index: in code that is not optimised yet each turn of the other loop makes an object.
    for (let index = 0; index < events.length; index++)
      if (this.registry.slot(events[index]!).active) return true;
    return this.startDenied !== undefined;
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

  /** Lets go of what its model was asked and answered: hosts may hold a chat that is over. What nobody has read stays unread. */
  #forget(): void {
    this.answer = undefined;
    if (this.listens('onResponse')) this.#calls?.forget();
  }
}

/** The chat behind the adapter's handle. Throws `invalid_option` for a chat that `openChat` did not make. */
export function runningChat(chat: Chat): RunningChat {
  if (chat instanceof RunningChat) return chat;
  throw invalidOption('this chat was not opened by openChat', 'pass what openChat returned');
}

/** Where a chat stands with its model. */
export class ModelCalls {
  /** 0-based index of the current call; -1 before the first. */
  iteration = -1;
  /** Attempts at the current call, the host's repeats included. */
  attempts = 0;
  /** True when the last call ended in an error, so that the next may be the host's repeat. */
  failed = false;
  /** The last response, built only when somebody looks. */
  lastResponse: (() => ModelResponse) | undefined;

  /** The iteration as hooks see it: none before the first call. */
  get current(): number | undefined {
    return this.iteration < 0 ? undefined : this.iteration;
  }

  /** What the model said it was thinking in its last response, where it did. */
  get reasoning(): string | undefined {
    return this.lastResponse === undefined ? undefined : reasoningOf(this.lastResponse());
  }

  /** Keeps of the last response what contexts tell of it, which hooks may hold for longer. */
  forget(): void {
    const { reasoning: text } = this;
    this.lastResponse = text === undefined ? undefined : thoughtOf(text);
  }

  /** Counts a call: one after a failed one is the host's own repeat of it. */
  start(): void {
    if (!this.failed) {
      this.iteration++;
      this.attempts = 0;
    }
    this.failed = false;
    this.lastResponse = undefined;
  }
}

/** A response that says no more than this; apart, so that it holds nothing else. */
function thoughtOf(text: string): () => ModelResponse {
  return () => ({ content: [{ type: 'reasoning', text }] });
}

/** The reasoning text of a response; undefined where the model gave none. */
function reasoningOf({ content }: ModelResponse): string | undefined {
  let text: string | undefined;
  for (const part of content)
    if (part.type === 'reasoning') text = text === undefined ? part.text : `${text}\n${part.text}`;
  return text;
}
