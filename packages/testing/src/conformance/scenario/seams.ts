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
  /** Takes one JSON-RPC message of the client and returns the server's messages in response. */
  receive(message: Dict): readonly Dict[];
  /** Messages that the server sends before the first model call: its own notifications and requests. */
  readonly pushes?: readonly Dict[];
}

/** One A2A exchange: the request, and the handler that answers it. */
export interface A2aExchange {
  /** The side of the host. */
  readonly role: 'client' | 'server';
  readonly method: string;
  readonly request: Dict;
  /**
   * Answers the request: as the remote side if the host is the client, as the host's own handler otherwise. Messages
   * are those of A2A 1.0. If the method streams, the events are the answer; else the response is.
   */
  answer(request: Dict): { readonly response: Dict; readonly events?: readonly Dict[] };
  /** Called with each message that arrived at the requesting side, in order. */
  received(message: Dict): void;
}

/** Compaction the host does before the first model call. */
export interface CompactionSeam {
  summarise(messages: readonly Message[]): string;
}

/** Features that only some hosts have; each needs the feature of its name. */
export interface Seams {
  readonly trigger?: Trigger;
  readonly knowledge?: KnowledgeSeam;
  readonly memory?: MemorySeam;
  readonly mcp?: McpSeam;
  readonly a2a?: readonly A2aExchange[];
  readonly compaction?: CompactionSeam;
}
