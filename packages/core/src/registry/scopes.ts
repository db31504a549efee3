import type { Disposer } from '../contract/hooks/hook.ts';
import type { Scopes } from '../contract/hooks/scopes.ts';
import type { Scope } from '../contract/values/component.ts';
import { checkOptions } from '../errors/check-options.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import { disposer } from './disposer.ts';

/** Reports that a scope became active or inactive. */
export type ScopeNote = (event: 'onScopeRegister' | 'onScopeUnregister', scope: Scope) => void;

/** Keeps the named groups of tools that are active. */
export function createScopes(note: ScopeNote): Scopes {
  const active = new Map<string, Set<Scope>>();
  const scopesOfTool = new Map<string, Set<string>>();

  function register(scope: Scope): Disposer {
    checkScope(scope);
    const own: Scope = Object.freeze({ name: scope.name, tools: Object.freeze([...scope.tools]) });
    for (const tool of own.tools) entry(scopesOfTool, tool).add(own.name);
    const registrations = entry(active, own.name);
    registrations.add(own);
    if (registrations.size === 1) note('onScopeRegister', own);
    return disposer(() => drop(own));
  }

  function drop(scope: Scope): void {
    const registrations = active.get(scope.name);
    if (registrations?.delete(scope) !== true || registrations.size > 0) return;
    active.delete(scope.name);
    note('onScopeUnregister', scope);
  }

  function holding(tool: string): string | undefined {
    for (const [name, registrations] of active) {
      for (const scope of registrations) if (scope.tools.includes(tool)) return name;
    }
    return undefined;
  }

  return {
    register,
    unregister(name) {
      for (const scope of [...(active.get(name) ?? [])]) drop(scope);
    },
    scopeOf: holding,
    isEnabled: (tool) => !scopesOfTool.has(tool) || holding(tool) !== undefined,
  };
}

function entry<V>(map: Map<string, Set<V>>, key: string): Set<V> {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = new Set<V>();
  map.set(key, made);
  return made;
}

function checkScope(scope: Scope): void {
  checkOptions('a scope', scope ?? null, { name: 'string', tools: 'list' });
  if (scope.name && scope.tools?.every((tool) => typeof tool === 'string')) return;
  throw invalidOption('a scope needs a name and a list of tool names', 'pass { name, tools }');
}
