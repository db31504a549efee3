type Json = Readonly<Record<string, unknown>>;

/**
 * What the service remembers: its output items, and the items behind every response. Like the
 * account of a real client it spans chats, whose histories refer to each other's items.
 */
export class ResponseStore {
  readonly #items = new Map<string, Json>();
  readonly #responses = new Map<string, readonly Json[]>();
  readonly #idsByChat = new Map<string, string[]>();

  item(id: string): Json | undefined {
    return this.#items.get(id);
  }

  /** Input and output of an earlier response, in order. */
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

  /** Forgets what a chat was answered. */
  forget(chatId: string): void {
    for (const id of this.#idsByChat.get(chatId) ?? []) {
      this.#items.delete(id);
      this.#responses.delete(id);
    }
    this.#idsByChat.delete(chatId);
  }
}
