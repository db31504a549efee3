import type { AgentInputItem, Session } from '@openai/agents-core';
import type { MemoryItem } from '@interpose/core';
import type { MemorySeam } from '@interpose/testing/conformance';

/** A session of the SDK over a scenario's memory: it holds notes, and takes what the agent said. */
export class SeamSession implements Session {
  readonly #seam: MemorySeam;

  constructor(seam: MemorySeam) {
    this.#seam = seam;
  }

  async getSessionId(): Promise<string> {
    return this.#seam.source;
  }

  async getItems(): Promise<AgentInputItem[]> {
    return this.#seam.read().map(({ key, content }) => ({
      ...(key === undefined ? {} : { id: key }),
      role: 'user',
      content,
    }));
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    const said = items.flatMap((item): MemoryItem[] => {
      if (!('role' in item) || item.role !== 'assistant') return [];
      const text = item.content.map((piece) => ('text' in piece ? piece.text : '')).join('');
      return [{ content: text }];
    });
    if (said.length > 0) this.#seam.store(said);
  }

  async popItem(): Promise<undefined> {}

  async clearSession(): Promise<void> {}
}
