import type { Ending } from './chat-events.ts';
import type { Intercepted, Observed } from './event-shape.ts';
import type { DecisionRecord } from '../decisions/record.ts';
import type {
  DelegateTask,
  InventoryComponent,
  KnowledgeQuery,
  KnowledgeResult,
  MemoryItem,
  Scope,
} from '../values/component.ts';
import type { Dict, Failure } from '../values/index.ts';

/**
 * The events of retrieval and memory.
 *
 * @example
 * hooks.addHook('onKnowledgeRetrieved', ({ results }) => ({ results: results.slice(0, 5) }));
 */
export interface KnowledgeEvents {
  /** Before a search index or another knowledge source is asked. */
  preKnowledgeQuery: Intercepted<
    { readonly query: KnowledgeQuery; readonly source?: string },
    'query',
    'modify' | 'respond' | 'ask',
    { readonly results: readonly KnowledgeResult[] }
  >;
  /** Knowledge was found; before the model sees it. */
  onKnowledgeRetrieved: Intercepted<
    {
      readonly results: readonly KnowledgeResult[];
      readonly query?: KnowledgeQuery;
      readonly source?: string;
      readonly synthetic: boolean;
    },
    'results',
    'modify' | 'ask'
  >;
  /** Memory was read; before it enters the context. */
  onMemoryRetrieved: Intercepted<
    { readonly memory: readonly MemoryItem[]; readonly source?: string },
    'memory',
    'modify' | 'ask'
  >;
  /** Before memory is written. */
  preMemoryStore: Intercepted<
    { readonly memory: readonly MemoryItem[]; readonly source?: string },
    'memory',
    'modify' | 'ask'
  >;
}

/**
 * An MCP message on its way: a JSON-RPC 2.0 object.
 *
 * @example
 * hooks.addHook('preMcpMessage', ({ server, message }: McpEnvelope) => (server === 'files' && message['method'] === 'tools/call' ? deny('no files') : undefined));
 */
export interface McpEnvelope {
  readonly message: Dict;
  readonly server: string;
  /** The direction of the message. */
  readonly direction: 'client-to-server' | 'server-to-client';
  readonly synthetic?: boolean;
}

/**
 * An A2A message on its way: a JSON-RPC 2.0 object, or an event of a stream.
 *
 * @example
 * hooks.addHook('onA2aMessage', ({ role, from }: A2aEnvelope) => (role === 'server' && from === undefined ? deny('who is it?') : undefined));
 */
export interface A2aEnvelope {
  readonly message: Dict;
  readonly method: string;
  readonly role: 'client' | 'server';
  readonly leg: 'request' | 'response' | 'event';
  readonly from?: string;
  readonly to?: string;
  readonly synthetic?: boolean;
}

/**
 * The events of wire protocols: each message, on its way out and in.
 *
 * @example
 * hooks.addHook('onMcpMessage', ({ message }) => (message['method'] === 'sampling/createMessage' ? deny('no sampling') : undefined));
 */
export interface ProtocolEvents {
  /** An MCP message goes out: a request, an answer or a notification. */
  preMcpMessage: Intercepted<
    McpEnvelope,
    'message',
    'modify' | 'respond' | 'ask',
    { readonly reply: Dict }
  >;
  /** An MCP message came in. */
  onMcpMessage: Intercepted<McpEnvelope, 'message', 'modify' | 'ask'>;
  /** An A2A message goes out. */
  preA2aMessage: Intercepted<
    A2aEnvelope,
    'message',
    'modify' | 'respond' | 'ask',
    { readonly reply: Dict }
  >;
  /** An A2A message came in. */
  onA2aMessage: Intercepted<A2aEnvelope, 'message', 'modify' | 'ask'>;
}

/**
 * The events of handoffs, sub-agents and remote agents.
 *
 * @example
 * hooks.addHook('preDelegate', ({ task }) => (task.to === 'admin' ? deny('not from here') : undefined));
 */
export interface DelegationEvents {
  /** Before another agent takes over or is asked. */
  preDelegate: Intercepted<
    { readonly task: DelegateTask },
    'task',
    'modify' | 'respond' | 'ask',
    { readonly result: unknown; readonly error: string | Failure }
  >;
  /** The other agent gave its result. */
  onDelegateResult: Intercepted<
    { readonly result: unknown; readonly task: DelegateTask; readonly synthetic: boolean } & Ending,
    'result',
    'modify' | 'respond' | 'ask' | 'retry',
    { readonly error: string | Failure }
  >;
}

/**
 * The events of scopes and inventory, and the dispatcher's own notes.
 *
 * @example
 * hooks.addHook('onInventoryChange', ({ change, component }) => (change === 'added' && component.kind === 'mcp' ? deny('not approved') : undefined));
 */
export interface AgentEvents {
  /** A named group of tools became active. */
  onScopeRegister: Observed<{ readonly scope: Scope }>;
  /** A named group of tools became inactive. */
  onScopeUnregister: Observed<{ readonly scope: Scope }>;
  /** A tool, a model, an MCP server, an agent, a memory or a knowledge source was added, removed or changed. */
  onInventoryChange: {
    readonly kind: 'interceptor';
    readonly payload: {
      readonly change: 'added' | 'removed' | 'updated';
      readonly component: InventoryComponent;
    };
    readonly verbs: 'allow' | 'deny';
  };
  /** The record of a dispatch, without its payload. */
  onDecision: Observed<{ readonly record: DecisionRecord }>;
  /** A hook or an observer failed or was late. */
  onHookError: Observed<{
    readonly hook: string;
    /** The event whose hook failed. */
    readonly failedEvent: string;
    readonly error: unknown;
    readonly code: string;
  }>;
}
