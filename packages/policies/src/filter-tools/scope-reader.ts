import type { Disposer, Hooks } from '@interpose/core';

/** Where the scope of a tool can be read: the registries that use a policy now. */
export interface ScopeReader {
  /** A policy's setup. */
  readonly follow: (hooks: Hooks) => Disposer;
  /** The scope a tool is in; nothing where there is none, or where two registries do not agree. */
  readonly scopeOf: (tool: string) => { readonly scope?: string };
}

/** Follows the registries a policy is used in. A tool on offer does not tell its scope; a call does. */
export function scopeReader(): ScopeReader {
  const followed = new Set<Hooks>();
  return {
    follow(hooks) {
      followed.add(hooks);
      const leave = (): void => void followed.delete(hooks);
      return Object.assign(leave, { [Symbol.dispose]: leave });
    },
    scopeOf(tool) {
      const found = new Set(Array.from(followed, ({ scopes }) => scopes.scopeOf(tool)));
      const [scope] = found;
      return found.size === 1 && scope !== undefined ? { scope } : {};
    },
  };
}
