import type { Irregularities } from './irregularities.ts';
import { OpenTurn } from './open-turn.ts';
import type { WrittenMessage } from './read-messages.ts';
import type { RecordedChat } from '../recorded-run.ts';

interface OpenChat {
  readonly user: string[];
  readonly turns: OpenTurn[];
}

/** Splits the messages of a run into chats at each user message, and assigns every result to its call. */
export function buildChats(
  messages: readonly WrittenMessage[],
  irregular: Irregularities,
): readonly RecordedChat[] {
  const builder = new ChatBuilder(irregular);
  for (const message of messages) builder.add(message);
  return builder.finish();
}

class ChatBuilder {
  readonly #chats: OpenChat[] = [];
  readonly #irregular: Irregularities;
  readonly #seenIds = new Set<string>();

  constructor(irregular: Irregularities) {
    this.#irregular = irregular;
  }

  add(message: WrittenMessage): void {
    if (message.role === 'user') this.#addUser(message.text);
    if (message.role === 'assistant') this.#addAssistant(message);
    if (message.role === 'tool') this.#addResult(message);
  }

  finish(): readonly RecordedChat[] {
    const last = this.#chats.at(-1);
    if (last !== undefined && endingOf(last) !== 'answer') {
      this.#irregular.note(endingOf(last) === 'user' ? 'ends_with_user' : 'ends_mid_loop');
    }
    if (this.#chats.every(({ turns }) => turns.length === 0)) this.#irregular.note('nothing_said');
    return this.#chats.map((chat) => ({
      user: chat.user,
      turns: chat.turns.map((turn) => turn.close(this.#irregular)),
      ending: endingOf(chat),
    }));
  }

  #addUser(text: string): void {
    const chat = this.#chats.at(-1);
    if (chat !== undefined && chat.turns.length === 0) {
      this.#irregular.note('consecutive_user_messages');
      chat.user.push(text);
      return;
    }
    if (chat !== undefined && endingOf(chat) === 'calls') this.#irregular.note('loop_cut_by_user');
    this.#chats.push({ user: [text], turns: [] });
  }

  #addAssistant({ text, calls }: WrittenMessage & { role: 'assistant' }): void {
    if (text === '' && calls.length === 0) this.#irregular.note('empty_answer');
    if (text !== '' && calls.length > 0) this.#irregular.note('text_beside_calls');
    for (const { id } of calls) {
      if (id !== undefined && this.#seenIds.has(id)) this.#irregular.note('repeated_call_id');
      if (id !== undefined) this.#seenIds.add(id);
    }
    const chat = this.#currentChat();
    const turn = chat.turns.at(-1);
    if (turn?.isFollowedByAssistant === true) {
      this.#irregular.note('consecutive_assistant_messages');
      if (turn.takes(text, calls)) return;
    }
    chat.turns.push(new OpenTurn(text, calls, this.#turnCount()));
  }

  /** Assigns a result to the latest turn that has an open call of this id. */
  #addResult(result: WrittenMessage & { role: 'tool' }): void {
    const turns = this.#chats.flatMap((chat) => chat.turns).toReversed();
    if (turns.some((turn) => turn.answer(result, this.#irregular))) return;
    const isRepeated = turns.some((turn) => turn.hasCall(result.callId));
    this.#irregular.note(isRepeated ? 'repeated_result' : 'result_without_call');
  }

  #currentChat(): OpenChat {
    const chat = this.#chats.at(-1);
    if (chat !== undefined) return chat;
    this.#irregular.note('assistant_first');
    const opened: OpenChat = { user: [''], turns: [] };
    this.#chats.push(opened);
    return opened;
  }

  #turnCount(): number {
    return this.#chats.reduce((sum, { turns }) => sum + turns.length, 0);
  }
}

function endingOf({ turns }: OpenChat): RecordedChat['ending'] {
  const last = turns.at(-1);
  if (last === undefined) return 'user';
  return last.hasCalls ? 'calls' : 'answer';
}
