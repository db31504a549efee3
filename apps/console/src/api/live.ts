import { useEffect, useSyncExternalStore } from 'react';
import type { LiveEvent } from '@interpose/guardian-api';

export type Connection = 'connecting' | 'open' | 'lost';

type Listener = (event: LiveEvent) => void;

const TYPES = ['decision', 'approval', 'switch', 'policies', 'agent'] as const;
const LONGEST_PAUSE = 30_000;

const listeners = new Set<Listener>();
const openings = new Set<() => void>();
const watchers = new Set<() => void>();
let source: EventSource | undefined;
let connection: Connection = 'connecting';
let pause = 1000;

/** Calls with everything that happens while the component is shown. The listener must be stable. */
export function useLive(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener);
    source ??= connect();
    return () => void listeners.delete(listener);
  }, [listener]);
}

/**
 * Calls each time the line opens, the first time too: what changed before that was not told. What is called must be
 * stable.
 */
export function useOpened(opened: () => void): void {
  useEffect(() => {
    openings.add(opened);
    return () => void openings.delete(opened);
  }, [opened]);
}

/** How the line to the guardian is. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => connection,
  );
}

function connect(): EventSource {
  const opened = new EventSource('/api/live');
  opened.addEventListener('open', () => {
    pause = 1000;
    become('open');
    for (const opening of openings) opening();
  });
  opened.addEventListener('error', () => {
    become('lost');
    if (opened.readyState !== EventSource.CLOSED) return;
    // The browser tries again by itself only where the line broke, not where the guardian refused.
    setTimeout(() => (source = connect()), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  });
  opened.addEventListener('message', (event: MessageEvent<string>) => hear(event));
  for (const type of TYPES)
    opened.addEventListener(type, (event: MessageEvent<string>) => hear(event, type));
  return opened;
}

/** Events come under their own name, or nameless with the name inside. */
function hear({ data }: MessageEvent<string>, type?: string): void {
  const told = JSON.parse(data) as { type?: string; data?: unknown };
  const whole = told.type !== undefined && 'data' in told ? told : { type, data: told };
  for (const listener of listeners) listener(whole as LiveEvent);
}

function become(next: Connection): void {
  if (connection === next) return;
  connection = next;
  for (const changed of watchers) changed();
}
