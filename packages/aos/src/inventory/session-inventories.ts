import type {
  BaseContext,
  Context,
  DecisionRecord,
  Disposer,
  Hooks,
  InventoryComponent,
} from '@interpose/core';

import { InventoryLog } from './inventory-log.ts';

/** The reported components of the agents of each session, as long as the session lasts. */
export class SessionInventories {
  readonly #sessions = new Map<string, Map<string, InventoryLog>>();

  /** Observes the changes in these sessions; the returned disposer stops it. */
  watch(hooks: Hooks): Disposer {
    const options = { name: 'guardian-inventory' };
    const noting = hooks.observe(
      'onInventoryChange',
      (ctx, record) => this.#note(ctx, record),
      options,
    );
    const ending = hooks.observe(
      'onSessionEnd',
      ({ session }) => void this.#sessions.delete(session.id),
      options,
    );
    const stop = (): void => {
      noting();
      ending();
      this.#sessions.clear();
    };
    return Object.assign(stop, { [Symbol.dispose]: stop });
  }

  /** Returns the known components of this step's agent; undefined if none were reported. */
  of({
    session,
    agent,
  }: Pick<BaseContext, 'agent'> & { readonly session: { readonly id: string } }):
    | readonly InventoryComponent[]
    | undefined {
    return this.#sessions.get(session.id)?.get(agent.id)?.components;
  }

  #note(ctx: Context<'onInventoryChange'>, record: DecisionRecord | undefined): void {
    const { session, agent } = ctx;
    let agents = this.#sessions.get(session.id);
    if (agents === undefined)
      this.#sessions.set(session.id, (agents = new Map<string, InventoryLog>()));
    let log = agents.get(agent.id);
    if (log === undefined) agents.set(agent.id, (log = new InventoryLog()));
    log.note(ctx, record);
  }
}
