import { type Copy, isCausedByAbort, type WithHooksOptions } from '@interpose/adapter-kit';
import type { AgentIdentity, Denial, Hooks, MaybePromise, Message } from '@interpose/core';
import {
  currentChat,
  frozenCopy,
  openChat,
  type Chat,
  type ChatEnding,
  type ChatOptions,
  type SuspendedChat,
} from '@interpose/core/adapter';
import { suspendedChat, type PersonsAnswer } from '../approval/resume.ts';
import { RunNotes } from './run-memory.ts';
import { SeenCalls } from './seen-calls.ts';

/** What a run is opened with. */
export interface RunOpening {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  readonly agent: AgentIdentity;
  /** The version of the AI SDK, as far as it is known. */
  readonly version: string;
  readonly can: NonNullable<ChatOptions['can']>;
  /** True where a call can wait for a person and be resumed. */
  readonly suspends: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: (copy: Copy) => readonly Message[];
  /** What a person answered to calls that were suspended. */
  readonly answers?: ReadonlyMap<string, PersonsAnswer>;
}

const NO_ANSWERS: ReadonlyMap<string, PersonsAnswer> = new Map();

/** One call of a hooked target: its chat, and what the adapter has to remember until it ends. */
export class ChatRun {
  readonly hooks: Hooks;
  readonly chat: Promise<Chat>;
  /** The chat once it is open, for those who need not wait. */
  opened: Chat | undefined;
  /** The refusal that went out, if one did. */
  refusal: Denial | undefined;
  /** True when the call ended with a tool call that waits for a person. */
  suspended = false;
  /** What the last streamed model call failed with; undefined again once one opens. */
  failure: { readonly error: unknown } | undefined;
  /** What a hook or an observer ended the run with, outside a model call. */
  fatal: { readonly error: unknown } | undefined;
  /** The answers of a person that this call goes on with, by call id. */
  readonly answers: ReadonlyMap<string, PersonsAnswer>;
  #calls: SeenCalls | undefined;
  #notes: RunNotes | undefined;

  constructor(opening: RunOpening) {
    this.hooks = opening.hooks;
    this.answers = opening.answers ?? NO_ANSWERS;
    this.chat =
      this.answers.size === 0
        ? this.#open(opening, undefined)
        : suspendedChat(opening.hooks, this.answers).then((resumes) =>
            this.#open(opening, resumes),
          );
    this.chat.then(
      (chat) => (this.opened = chat),
      // The same rejection reaches the caller through the seam that awaits the chat.
      () => undefined,
    );
  }

  /** The calls as hooks see them. */
  get calls(): SeenCalls {
    return (this.#calls ??= new SeenCalls((args) => this.copy(args)));
  }

  /** What there is to remember; made by whoever has something. */
  get notes(): RunNotes {
    return (this.#notes ??= new RunNotes());
  }

  /** What was remembered, if anything was. */
  get noted(): RunNotes | undefined {
    return this.#notes;
  }

  /** Copies what the host owns where the registry is strict; a value hooks may see without harm comes back itself. */
  readonly copy: Copy = (value) => (this.opened?.strict === false ? value : frozenCopy(value));

  /** Ends the chat with the value the caller got. */
  done(): MaybePromise<void> {
    const reason =
      this.refusal !== undefined ? 'denied' : this.suspended ? 'suspended' : 'completed';
    return this.#end({ kind: 'done', reason });
  }

  /** Ends the chat with what the caller's promise or stream failed with. */
  async failed(error: unknown): Promise<void> {
    const chat = await this.chat;
    if (chat.signal.aborted) return this.aborted(chat.signal.reason);
    if (isCausedByAbort(error)) return this.aborted(error);
    await chat.end({ kind: 'error', error });
  }

  /** Ends the chat because the caller gave up. */
  async aborted(reason: unknown): Promise<void> {
    await this.#end({ kind: 'abort', reason });
  }

  #end(ending: ChatEnding): MaybePromise<void> {
    return this.opened === undefined
      ? this.chat.then((chat) => chat.end(ending))
      : this.opened.end(ending);
  }

  #open(opening: RunOpening, resumes: SuspendedChat | undefined): Promise<Chat> {
    const { hooks, options, agent, version, can, suspends, signal, messages } = opening;
    const parent = currentChat();
    return openChat(hooks, {
      host: { framework: 'ai-sdk', version },
      agent,
      can,
      suspends,
      ...(options.session === undefined ? undefined : { session: options.session }),
      ...(options.user === undefined ? undefined : { user: options.user }),
      ...(options.trace === undefined ? undefined : { trace: options.trace }),
      ...(parent === undefined ? undefined : { parent }),
      ...(signal === undefined ? undefined : { signal }),
      ...(messages === undefined ? undefined : { messages: () => messages(this.copy) }),
      ...(resumes === undefined ? undefined : { resumes }),
    });
  }
}
