import type { Hooks, Message, ToolCall } from '@interpose/core';
import {
  HostRun,
  openHostChat,
  RunMemory,
  type Copy,
  type HostOpening,
  type Layer,
} from '@interpose/adapter-kit';
import { currentChat, frozenCopy, type Chat } from '@interpose/core/adapter';
import type { PendingAsks } from '../approval/resume.ts';
import type { NativeTool } from '../translate/native.ts';

/** What a run is opened with. */
export interface RunOpening
  extends Layer, Pick<HostOpening, 'agent' | 'can' | 'suspends' | 'signal' | 'resumes'> {
  /** The thread of a checkpointer. */
  readonly threadId?: string | undefined;
  readonly messages?: ((copy: Copy) => readonly Message[]) | undefined;
  /** What waited for a person, where this run goes on with it. */
  readonly pending?: PendingAsks | undefined;
  /** True where the app asked for an object, which no refusal can be. */
  readonly isStructured?: boolean;
  /** True where a model that is not hooked may not be called. */
  readonly guardsModels?: boolean;
  /** The run of the same hooks that hands its work on to this one, where that is on another machine. */
  readonly delegator?: ChatRun | undefined;
}

/** What the adapter has to remember of a run until it ends; what the model shall read in place of what the host wrote is text. */
class RunNotes extends RunMemory<string> {
  /** Arguments that were no JSON, by call id. */
  readonly unparsed: Map<string, string> = new Map();
  /** The executions that passed the gates of tools, by the id that LangChain gave them. */
  readonly gated: Set<string> = new Set();
  /** The calls of the last answer that no tool has taken yet, by id. */
  readonly open: Map<string, ToolCall> = new Map();
}

/** One call of a hooked target: its chat, and what the adapter has to remember until it ends. */
export class ChatRun extends HostRun {
  readonly hooks: Hooks;
  readonly chat: Chat;
  /** The run this one is nested in, of whatever registry. */
  readonly outer: ChatRun | undefined;
  readonly isStructured: boolean;
  readonly guardsModels: boolean;
  readonly delegator: ChatRun | undefined;
  /** The options that hold in it: its own, else those of the run of the same hooks around it. */
  readonly asked: Pick<Layer['options'], 'require'>;
  readonly suspends: boolean;
  readonly pending: PendingAsks | undefined;
  /** The tools bound to the models of this run, by name. */
  readonly tools: Map<string, NativeTool> = new Map();
  readonly notes: RunNotes = new RunNotes();

  private constructor(opening: RunOpening, chat: Chat, outer: ChatRun | undefined) {
    super();
    this.hooks = opening.hooks;
    this.chat = this.opened = chat;
    this.outer = outer;
    this.delegator = opening.delegator;
    this.isStructured = opening.isStructured === true;
    const above = outer?.hooks === opening.hooks ? outer : undefined;
    const { guardsModels, options } = opening;
    this.asked = options.require === undefined && above !== undefined ? above.asked : options;
    this.guardsModels =
      guardsModels === true || this.asked.require === 'enforced' || above?.guardsModels === true;
    this.suspends = opening.suspends;
    this.pending = opening.pending;
    runs.set(chat, this);
  }

  /** Opens the chat of a call, as the child of the one the call is made in. */
  static async open(opening: RunOpening): Promise<ChatRun> {
    const { hooks, messages, threadId } = opening;
    const parent = livingChat();
    const chat = await openHostChat(hooks, {
      ...opening,
      host: { framework: 'langchain', version: '' },
      conversation: threadId,
      parent,
      messages: messages && (() => messages(frozenCopy)),
    });
    return new ChatRun(opening, chat, parent && runs.get(parent));
  }
}

const runs = new WeakMap<Chat, ChatRun>();

/** The chat the running code is inside of, while it lasts. */
function livingChat(): Chat | undefined {
  const chat = currentChat();
  return chat?.ended === false ? chat : undefined;
}

/** The innermost run of this registry that the running code is inside of. */
export function currentRun(hooks: Hooks): ChatRun | undefined {
  return surroundingRuns().find((run) => run.hooks === hooks);
}

/** The runs the running code is inside of, the innermost first; of each registry only one. */
export function surroundingRuns(): readonly ChatRun[] {
  const chat = livingChat();
  const found: ChatRun[] = [];
  for (let run = chat && runs.get(chat); run !== undefined; run = run.outer)
    if (!run.chat.ended && (found.length === 0 || !isAmong(found, run.hooks))) found.push(run);
  return found;
}

/** Apart, so that the loop above needs no closure for each run. */
function isAmong(found: readonly ChatRun[], hooks: Hooks): boolean {
  return found.some((run) => run.hooks === hooks);
}

/** The run of these registries that the running code was inside of and that is over: nobody can be asked there any more. */
export function runThatIsOver(registries: Pick<WeakSet<Hooks>, 'has'>): ChatRun | undefined {
  const chat = currentChat();
  let run = chat && runs.get(chat);
  while (run !== undefined && !registries.has(run.hooks)) run = run.outer;
  return run?.chat.ended === true ? run : undefined;
}
