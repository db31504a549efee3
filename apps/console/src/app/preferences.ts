import { useSyncExternalStore } from 'react';

/** What a person chose for this browser. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'dense' | 'comfortable';
  /** Single letters act as keys; people who speak to their computer switch that off. */
  readonly letters: boolean;
}

const KEY = 'interpose-console';
const initial: Preferences = { theme: 'system', density: 'dense', letters: true };
const watchers = new Set<() => void>();
let current: Preferences = read();

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => current,
  );
}

export function preferences(): Preferences {
  return current;
}

export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser that keeps nothing still shows what was chosen.
  }
  applyPreferences();
  for (const changed of watchers) changed();
}

/** The style sheet reads the choice from the root element. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = current.theme;
  dataset['density'] = current.density;
}

function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return { ...initial, ...kept };
  } catch {
    return initial;
  }
}
