import type {
  AgentIdentity,
  BaseContext,
  Disposer,
  Host,
  Hooks,
  InventoryComponent,
} from '@interpose/core';

import { InventoryLog } from '../inventory/inventory-log.ts';

/** What was seen of one agent. */
export interface SeenAgent {
  readonly agent: AgentIdentity;
  readonly host: Host;
  readonly log: InventoryLog;
}

/** What the hooks of one registry saw of the agents they are around. */
export class SeenInventory {
  readonly #agents = new Map<string, SeenAgent>();

  get agents(): readonly SeenAgent[] {
    return [...this.#agents.values()];
  }

  /** Listens from now on; every listener only looks. */
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

/** A source that has no name is known by what it is. */
function source(
  kind: 'knowledge' | 'memory',
  { source: name = kind }: { readonly source?: string },
): InventoryComponent {
  return { kind, name };
}
