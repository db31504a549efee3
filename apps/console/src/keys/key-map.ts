import { useEffect, useRef, useSyncExternalStore } from 'react';

import { preferences } from '../app/preferences.ts';

/** One key, or two in a row (`g l`), and what it does. */
export interface KeyBinding {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
  /** Goes on while the key is held down; nothing that answers or changes anything may. */
  readonly repeats?: true;
}

interface Group {
  readonly name: string;
  readonly bindings: () => readonly KeyBinding[];
}

const PATIENCE = 1200;
const groups = new Map<symbol, Group>();
const watchers = new Set<() => void>();
let listed: readonly Group[] = [];
let leader = '';
let leaderAt = 0;

/** Binds these keys while the component is shown, and lists them in the help under this name. */
export function useKeys(name: string, bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(() => {
    const id = Symbol(name);
    groups.set(id, { name, bindings: () => latest.current });
    tell();
    return () => {
      groups.delete(id);
      tell();
    };
  }, [name]);
}

export function useKeyGroups(): readonly Group[] {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => listed,
  );
}

/** Call once: hears keys wherever nobody is writing and no dialog is open. */
export function hearKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!preferences().letters || isWriting(event.target) || isDialogOpen()) return;
    const bound = find(event.key, event.timeStamp);
    if (bound === undefined) return;
    event.preventDefault();
    if (!event.repeat || bound.repeats === true) bound.run();
  });
}

function find(key: string, at: number): KeyBinding | undefined {
  const sequence = leader !== '' && at - leaderAt < PATIENCE ? `${leader} ${key}` : key;
  leader = '';
  const all = [...groups.values()].toReversed().flatMap((group) => group.bindings());
  const bound = all.find(({ keys }) => keys === sequence);
  if (bound !== undefined) return bound;
  if (all.some(({ keys }) => keys.startsWith(`${key} `))) [leader, leaderAt] = [key, at];
  return undefined;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

function tell(): void {
  listed = [...groups.values()];
  for (const changed of watchers) changed();
}
