import type { Hooks } from '../src/index.ts';

/** The names of all events of these hooks, in order, from now on. */
export function logEvents(hooks: Hooks): string[] {
  const log: string[] = [];
  hooks.observe('*', (ctx) => void log.push(ctx.event));
  return log;
}
