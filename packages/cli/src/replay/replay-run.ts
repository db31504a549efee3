import type { AgentIdentity, Hooks, Message, ToolCall, User } from '@interpose/core';
import { modelCycle, openChat, type Chat } from '@interpose/core/adapter';
import type {
  RecordedCall,
  RecordedChat,
  RecordedRun,
  RecordedTurn,
} from '@interpose/testing/recorded-runs';

import { playCall, toCall } from './play-call.ts';
import { toAnswer, toolMessage, userMessage } from './to-messages.ts';

/**
 * The results of the calls of a run.
 *
 * @example
 * const count = ({ executed, denied }: ReplayedCalls): string => `${executed.length} ran, ${denied.length} did not`;
 */
export interface ReplayedCalls {
  /** Calls that ran, with the arguments they ran with. */
  readonly executed: ToolCall[];
  /** Calls that did not run, or whose result was withheld, without a question to a person. */
  readonly denied: DeniedCall[];
}

/**
 * A call that a policy stopped.
 *
 * @example
 * const line = ({ call, code, why }: DeniedCall): string => `${call.name}: ${code}, ${why}`;
 */
export interface DeniedCall {
  readonly call: ToolCall;
  /** The reason that the model was given. */
  readonly why: string;
  /** The code of the denial. */
  readonly code: string;
}

/**
 * One run to replay.
 *
 * @example
 * const replay = (hooks: Hooks, run: RecordedRun): Replay => ({ hooks, run, sessionId: 'run-1', asks: () => 0 });
 */
export interface Replay {
  readonly hooks: Hooks;
  readonly sessionId: string;
  readonly run: RecordedRun;
  /** Returns how often a person was asked so far. */
  asks(): number;
  /** Called for every call once it is decided, whatever the result. */
  settled?(recorded: RecordedCall): void;
  /** The agent that ran; `recorded` if it is unknown. */
  readonly agent?: AgentIdentity;
  readonly user?: User;
  /** True if more of the session follows, so that it must not end here. */
  readonly goesOn?: boolean;
  /** The earlier messages of the session; messages of this run are added. */
  readonly history?: Message[];
}

/**
 * Plays a recorded run through hooks as one session: each model call and each tool call in order, with the recorded
 * answers and results. A stopped call does not run, and its recorded result is not shown to any hook.
 *
 * @example
 * const replayed = (hooks: Hooks, run: RecordedRun): Promise<ReplayedCalls> =>
 *   replayRun({ hooks, run, sessionId: 'run-1', asks: () => 0 });
 */
export async function replayRun(replay: Replay): Promise<ReplayedCalls> {
  const player = new Player(replay);
  try {
    for (const chat of replay.run.chats) await player.playChat(chat);
  } finally {
    if (replay.goesOn !== true) await replay.hooks.endSession(replay.sessionId);
  }
  return player.calls;
}

/** The reason and code of a policy that stopped something. */
interface Stop {
  readonly text: string;
  readonly code: string;
}

class Player {
  readonly calls: ReplayedCalls = { executed: [], denied: [] };
  readonly #history: Message[];
  readonly #replay: Replay;

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#history = replay.history ?? [];
  }

  async playChat({ user, turns }: RecordedChat): Promise<void> {
    this.#history.push(...user.map(userMessage));
    const { hooks, sessionId, agent = { id: 'recorded' }, user: by } = this.#replay;
    const chat = await openChat(hooks, {
      host: { framework: 'replay', version: '1.0.0' },
      agent,
      session: { id: sessionId },
      ...(by === undefined ? {} : { user: by }),
    });
    for (const [index, turn] of turns.entries()) {
      const stopped = await this.#playTurn(chat, turn);
      if (stopped === undefined) continue;
      this.#leaveOut(turns.slice(index), stopped);
      return chat.end({ kind: 'done', reason: 'denied' });
    }
    await chat.end({ kind: 'done', reason: 'completed' });
  }

  /** Plays a turn; returns the reason if a policy ended the chat. */
  async #playTurn(chat: Chat, turn: RecordedTurn): Promise<Stop | undefined> {
    const { instructions } = this.#replay.run;
    const answer = toAnswer(turn);
    const outcome = await modelCycle(chat, {
      request: () => ({
        messages: [...this.#history],
        ...(instructions === undefined ? {} : { instructions }),
      }),
      call: () => answer,
      response: (response) => response,
      continues: () => turn.calls.length > 0,
    });
    if (outcome.kind === 'denied')
      return { text: outcome.denial.reason, code: outcome.denial.code };
    if (outcome.kind === 'error') return { text: outcome.error.message, code: 'request_error' };
    const { content } = outcome.changed ?? answer;
    this.#history.push({ role: 'assistant', content });
    await this.#playCalls(chat, turn, content);
    return undefined;
  }

  async #playCalls(chat: Chat, turn: RecordedTurn, content: Message['content']): Promise<void> {
    for (const [index, recorded] of turn.calls.entries()) {
      const call = content.find((part) => part.type === 'tool-call' && part.id === recorded.id);
      if (call?.type !== 'tool-call') {
        this.#deny(recorded, { text: 'taken out of the answer', code: 'taken_out' });
        continue;
      }
      const asked = this.#replay.asks();
      const { outcome, ran } = await playCall(chat, recorded, call, index);
      this.#history.push(toolMessage(call, outcome));
      if (ran !== undefined) this.calls.executed.push(ran);
      const isOpen = ran === undefined && this.#replay.asks() > asked;
      if (outcome.kind === 'denied' && !isOpen)
        this.#deny(recorded, { text: outcome.text, code: outcome.denial.code });
      if (outcome.kind === 'result' && ran === undefined)
        this.#deny(recorded, { text: 'answered in place of the tool', code: 'answered' });
      this.#replay.settled?.(recorded);
    }
  }

  #leaveOut(turns: readonly RecordedTurn[], stop: Stop): void {
    for (const call of turns.flatMap(({ calls }) => calls)) this.#deny(call, stop);
  }

  #deny(recorded: RecordedCall, { text, code }: Stop): void {
    this.calls.denied.push({ call: toCall(recorded), why: text, code });
  }
}
