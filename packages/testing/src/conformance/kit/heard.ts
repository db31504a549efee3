import type { Context, EventName, Hooks } from '@interpose/core';

/** The contexts of the observed events, in order. */
export interface Heard<E extends EventName> {
  readonly names: readonly E[];
  readonly contexts: readonly Context<E>[];
  /** The contexts of one event. */
  of<K extends E>(event: K): readonly Context<K>[];
}

/** Observes these events on a registry. */
export function hear<const E extends EventName>(hooks: Hooks, ...events: E[]): Heard<E> {
  const contexts: Context<E>[] = [];
  for (const event of events) {
    hooks.observe(event, (ctx) => {
      contexts.push(ctx);
    });
  }
  return {
    contexts,
    get names() {
      return contexts.map((ctx) => ctx.event as E);
    },
    of: <K extends E>(event: K) =>
      contexts.flatMap((ctx) => (ctx.event === event ? [ctx as Context<K>] : [])),
  };
}
