type Json = Readonly<Record<string, unknown>>;

/**
 * The stored output items, and the items of every response. Like a real account it covers all chats, whose histories
 * may refer to each other's items.
 */
export class ResponseStore {
  readonly #items = new Map<string, Json>();
  readonly #responses = new Map<string, readonly Json[]>();
  readonly #idsByChat = new Map<string, string[]>();

  item(id: string): Json | undefined {
    return this.#items.get(id);
  }

  /** Returns the input and output of an earlier response, in order. */
  response(id: string): readonly Json[] | undefined {
    return this.#responses.get(id);
  }

  keep(chatId: string, responseId: string, input: readonly Json[], output: readonly Json[]): void {
    this.#responses.set(responseId, [...input, ...output]);
    const ids = this.#idsByChat.get(chatId) ?? [];
    this.#idsByChat.set(chatId, ids);
    ids.push(responseId);
    for (const item of output) {
      const id = String(item['id']);
      this.#items.set(id, item);
      ids.push(id);
    }
  }

  /** Removes the responses of a chat. */
  forget(chatId: string): void {
    for (const id of this.#idsByChat.get(chatId) ?? []) {
      this.#items.delete(id);
      this.#responses.delete(id);
    }
    this.#idsByChat.delete(chatId);
  }
}
