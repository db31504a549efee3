import type { Hooks } from '@interpose/core';
import { ParityLog } from './parity-log.ts';

/** Keeps a log for comparison per session; taking one forgets it. */
export function watchParity(hooks: Hooks): (sessionId: string) => ParityLog {
  const logs = new Map<string, ParityLog>();
  const of = (sessionId: string): ParityLog => {
    const log = logs.get(sessionId) ?? new ParityLog();
    logs.set(sessionId, log);
    return log;
  };
  hooks.observe('*', (context, record) => of(context.session.id).note(context, record), {
    name: 'replay-parity',
  });
  return (sessionId) => {
    const log = of(sessionId);
    logs.delete(sessionId);
    return log;
  };
}
