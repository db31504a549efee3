/** The record of one chat: small, and JSON. */
export interface ChatRecord {
  readonly chatId: string;
  readonly calls: number;
  /** The last calls, oldest first: the tool and a digest of the arguments. */
  readonly recent: readonly RecentCall[];
  readonly failures: readonly SameFailure[];
  /** The number of calls that were denied as a loop. */
  readonly warnings: number;
}

/** One call: the name of its tool, and a digest of its arguments. */
export type RecentCall = readonly [tool: string, args: string];

/** The number of times that a tool failed in the same way since its last result. */
export interface SameFailure {
  readonly tool: string;
  readonly error: string;
  readonly times: number;
}

/** The record of one session. */
export interface LoopRecord {
  readonly calls: number;
  /** The chats, with the most recent one last. */
  readonly chats: readonly ChatRecord[];
}

const MOST_CHATS = 32;

/** Changes the record of one chat. */
export function changeChat(
  record: LoopRecord | undefined,
  chatId: string,
  change: (chat: ChatRecord) => ChatRecord,
): LoopRecord {
  const { calls, chats } = record ?? { calls: 0, chats: [] };
  const others = chats.filter((chat) => chat.chatId !== chatId);
  return { calls, chats: [...others, change(chatIn(chats, chatId))].slice(-MOST_CHATS) };
}

/** Returns the record of one chat. */
export function chatOf(record: LoopRecord | undefined, chatId: string): ChatRecord {
  return chatIn(record?.chats ?? [], chatId);
}

function chatIn(chats: readonly ChatRecord[], chatId: string): ChatRecord {
  const known = chats.find((chat) => chat.chatId === chatId);
  return known ?? { chatId, calls: 0, recent: [], failures: [], warnings: 0 };
}
