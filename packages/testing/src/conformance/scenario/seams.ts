import type {
  Dict,
  KnowledgeQuery,
  KnowledgeResult,
  MemoryItem,
  Message,
  Trigger,
} from '@interpose/core';

/** A search index the host asks before the first model call, with the last user message as the question. */
export interface KnowledgeSeam {
  readonly source: string;
  search(query: KnowledgeQuery): readonly KnowledgeResult[];
}

/** A memory the host reads before the first model call and writes the answer to. */
export interface MemorySeam {
  readonly source: string;
  read(): readonly MemoryItem[];
  store(items: readonly MemoryItem[]): void;
}

/** An MCP server at the other end of an in-memory wire. */
export interface McpSeam {
  readonly server: string;
  /** Takes one JSON-RPC message of the client; returns what the server sends because of it. */
  receive(message: Dict): readonly Dict[];
  /** Messages the server sends before the first model call: notifications and requests of its own. */
  readonly pushes?: readonly Dict[];
}

/** One A2A exchange: what the requesting side sends, and what the other side makes of it. */
export interface A2aExchange {
  /** Which end the host is. */
  readonly role: 'client' | 'server';
  readonly method: string;
  readonly request: Dict;
  /**
   * The other side, where the host is the client; the host's own handler, where it is the server. Its messages are those
   * of A2A 1.0. Where the method streams, the events are the answer, and the response is one only without them.
   */
  answer(request: Dict): { readonly response: Dict; readonly events?: readonly Dict[] };
  /** Takes what arrived at the requesting side, in order. */
  received(message: Dict): void;
}

/** Compaction the host does before the first model call. */
export interface CompactionSeam {
  summarise(messages: readonly Message[]): string;
}

/** What only some hosts have; each needs the feature of its name. */
export interface Seams {
  readonly trigger?: Trigger;
  readonly knowledge?: KnowledgeSeam;
  readonly memory?: MemorySeam;
  readonly mcp?: McpSeam;
  readonly a2a?: readonly A2aExchange[];
  readonly compaction?: CompactionSeam;
}
