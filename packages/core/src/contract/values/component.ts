import type { Dict, Part } from './message.ts';

/**
 * An event that sets an agent off without a user: a mail, a schedule, a webhook.
 *
 * @example
 * const trigger: Trigger = { kind: 'mail', content: [{ type: 'text', text: 'Please cancel my order.' }] };
 * await hooks.dispatch('onTrigger', { trigger });
 */
export interface Trigger {
  readonly kind: string;
  readonly id?: string;
  readonly content: readonly Part[];
  readonly metadata?: Dict;
}

/**
 * A question to a search index or another knowledge source.
 *
 * @example
 * const query: KnowledgeQuery = { text: 'refund policy', keywords: ['refund'] };
 */
export interface KnowledgeQuery {
  readonly text: string;
  readonly keywords?: readonly string[];
}

/**
 * One retrieved piece of knowledge.
 *
 * @example
 * const result: KnowledgeResult = { id: 'doc-1', content: 'Refunds take five days.', mimeType: 'text/plain' };
 */
export interface KnowledgeResult {
  readonly id: string;
  readonly content: string;
  readonly mimeType?: string;
  readonly metadata?: Dict;
}

/**
 * One remembered piece of text.
 *
 * @example
 * const item: MemoryItem = { key: 'drink', content: 'likes tea' };
 */
export interface MemoryItem {
  readonly key?: string;
  readonly content: string;
  /** What is kept beside the text, where the host tells. A hook that leaves it out removes it. */
  readonly metadata?: Dict;
}

/**
 * Work that is passed to another agent.
 *
 * @example
 * const task: DelegateTask = { kind: 'subagent', to: 'researcher', input: 'find three sources' };
 */
export interface DelegateTask {
  readonly kind: 'handoff' | 'subagent' | 'a2a';
  readonly to: string;
  readonly input: unknown;
}

/**
 * A named group of tools that can be switched on and off.
 *
 * @example
 * const scope: Scope = { name: 'billing', tools: ['refund', 'invoice'] };
 * hooks.scopes.register(scope);
 */
export interface Scope {
  readonly name: string;
  readonly tools: readonly string[];
}

/**
 * A component in the agent's inventory.
 *
 * @example
 * const component: InventoryComponent = { kind: 'mcp', name: 'github', metadata: { url: 'https://example.com/mcp' } };
 * await hooks.dispatch('onInventoryChange', { change: 'added', component });
 */
export interface InventoryComponent {
  readonly kind: 'tool' | 'model' | 'mcp' | 'agent' | 'memory' | 'knowledge';
  readonly name: string;
  readonly metadata?: Dict;
}
