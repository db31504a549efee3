import {
  HostRun,
  openHostChat,
  RunMemory,
  SeenCalls,
  suspendedAmong,
  type Copy,
  type HostOpening,
  type Layer,
} from '@interpose/adapter-kit';
import type { Hooks, MaybePromise, Message, ToolCall } from '@interpose/core';
import { currentChat, type Chat, type ChatEnding } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { agentIdentity, type IdentitySource } from '../coverage/agent-identity.ts';
import type { ProviderPart } from '../translate/native.ts';
import type { NativeToolOutput } from '../translate/tool-output.ts';

/** What a person said about one suspended call, as the history that the app resends holds it. */
export interface PersonsAnswer {
  readonly toolName: string;
  readonly input: unknown;
  readonly approved: boolean;
  readonly reason?: string;
}

/** What a run is opened with. */
export interface RunOpening
  extends Layer, Omit<HostOpening, 'host' | 'messages' | 'parent' | 'resumes'> {
  /** The version of the AI SDK, as far as it is known. */
  readonly version: string;
  readonly messages?: ((copy: Copy) => readonly Message[]) | undefined;
  /** What a person answered to calls that were suspended. */
  readonly answers?: ReadonlyMap<string, PersonsAnswer>;
}

/** Where nobody was asked before. */
export const NO_ANSWERS: ReadonlyMap<string, PersonsAnswer> = new Map();

/** What the adapter has to remember of a run until it ends. */
class RunNotes extends RunMemory<NativeToolOutput> {
  /** The calls a person refused that the hooks were told of. */
  readonly refused: Set<string> = new Set();
  /** What answers told about calls the provider ran, not yet reported. */
  readonly providerParts: ProviderPart[] = [];
  /** Calls the provider ran, by id. */
  readonly providerCalls: Map<string, ToolCall> = new Map();
}

/** One call of a hooked target: its chat, and what the adapter has to remember until it ends. */
export class ChatRun extends HostRun {
  readonly hooks: Hooks;
  readonly chat: Promise<Chat>;
  /** What the last streamed model call failed with; undefined again once one opens. */
  failure: { readonly error: unknown } | undefined;
  /** The hooked tools of the call; between steps it meets those that the app put in since. */
  tools: { meet(): void } | undefined;
  /** The answers of a person that this call goes on with, by call id. */
  readonly answers: ReadonlyMap<string, PersonsAnswer>;
  #calls: SeenCalls | undefined;
  #notes: RunNotes | undefined;

  constructor(opening: RunOpening) {
    super();
    this.hooks = opening.hooks;
    this.answers = opening.answers ?? NO_ANSWERS;
    this.chat = this.#open(opening);
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

  override async failed(error: unknown): Promise<void> {
    await this.chat;
    await super.failed(error);
  }

  override end(ending: ChatEnding): MaybePromise<void> {
    return this.opened === undefined
      ? this.chat.then((chat) => chat.end(ending))
      : super.end(ending);
  }

  #open(opening: RunOpening): Promise<Chat> {
    const { hooks, version, messages } = opening;
    const known = {
      ...opening,
      host: { framework: 'ai-sdk', version },
      parent: currentChat(),
      messages: messages && (() => messages(this.copy)),
    };
    if (this.answers.size === 0) return openHostChat(hooks, known);
    return suspendedAmong(hooks, this.answers.keys()).then((resumes) =>
      openHostChat(hooks, { ...known, resumes }),
    );
  }
}

/** One use of a model, a tool or an embedding on its own. */
export interface ImplicitUse extends IdentitySource {
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: RunOpening['messages'];
}

/** Opens a chat for one use; a call waits for nobody there, since nothing could resume it. */
export function implicitRun(layer: Layer, use: ImplicitUse): ChatRun {
  const { path, signal, messages } = use;
  const agent = agentIdentity(layer.options.agent, use);
  const can = canOf(path);
  return new ChatRun({ ...layer, version: '', agent, can, suspends: false, signal, messages });
}
