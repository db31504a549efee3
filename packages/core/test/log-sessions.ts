import type { Hooks } from '../src/index.ts';

/** The session events of these hooks, with the session's id and why it ended. */
export function logSessions(hooks: Hooks): string[] {
  const log: string[] = [];
  hooks.observe('onSessionStart', ({ session }) => void log.push(`start ${session.id}`));
  hooks.observe(
    'onSessionEnd',
    ({ session, ended }) => void log.push(`end ${session.id} ${ended}`),
  );
  return log;
}
