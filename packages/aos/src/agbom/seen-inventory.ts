import type {
  AgentIdentity,
  BaseContext,
  Disposer,
  Host,
  Hooks,
  InventoryComponent,
} from '@interpose/core';

import { InventoryLog } from '../inventory/inventory-log.ts';

/** The components that were seen of one agent. */
export interface SeenAgent {
  readonly agent: AgentIdentity;
  readonly host: Host;
  readonly log: InventoryLog;
}

/** The components that the hooks of one registry saw, by agent. */
export class SeenInventory {
  readonly #agents = new Map<string, SeenAgent>();

  get agents(): readonly SeenAgent[] {
    return [...this.#agents.values()];
  }

  /** Starts to observe; the observers change nothing. */
  watch(hooks: Hooks): readonly Disposer[] {
    const meet = (ctx: BaseContext, component: InventoryComponent): void =>
      this.#logOf(ctx).meet(component);
    const options = { name: 'agbom' };
    return [
      hooks.observe(
        'onInventoryChange',
        (ctx, record) => this.#logOf(ctx).note(ctx, record),
        options,
      ),
      hooks.observe('preKnowledgeQuery', (ctx) => meet(ctx, source('knowledge', ctx)), options),
      hooks.observe('onKnowledgeRetrieved', (ctx) => meet(ctx, source('knowledge', ctx)), options),
      hooks.observe('onMemoryRetrieved', (ctx) => meet(ctx, source('memory', ctx)), options),
      hooks.observe('preMemoryStore', (ctx) => meet(ctx, source('memory', ctx)), options),
      hooks.observe(
        'preDelegate',
        (ctx, record) => {
          const { to: name, kind: delegation } = ctx.task;
          if (record?.decision !== 'deny')
            meet(ctx, { kind: 'agent', name, metadata: { delegation } });
        },
        options,
      ),
      hooks.observe(
        'preMcpMessage',
        (ctx) => meet(ctx, { kind: 'mcp', name: ctx.server }),
        options,
      ),
      hooks.observe('onChatStart', (ctx) => void this.#logOf(ctx), options),
    ];
  }

  #logOf({ agent, host }: BaseContext): InventoryLog {
    const known = this.#agents.get(agent.id);
    const log = known?.log ?? new InventoryLog();
    this.#agents.set(agent.id, { agent: { ...known?.agent, ...agent }, host, log });
    return log;
  }
}

/** Returns the component of a source. A source without a name is named after its kind. */
function source(
  kind: 'knowledge' | 'memory',
  { source: name = kind }: { readonly source?: string },
): InventoryComponent {
  return { kind, name };
}
