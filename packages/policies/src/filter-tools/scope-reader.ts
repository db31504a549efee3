import type { Disposer, Hooks } from '@interpose/core';

/** Reads the scope of a tool from the registries that use a policy now. */
export interface ScopeReader {
  /** The setup of the policy. */
  readonly follow: (hooks: Hooks) => Disposer;
  /** Returns the scope of a tool; an empty object where there is none, or where two registries disagree. */
  readonly scopeOf: (tool: string) => { readonly scope?: string };
}

/** Follows the registries that use a policy, because an offered tool does not carry its scope; a call does. */
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
