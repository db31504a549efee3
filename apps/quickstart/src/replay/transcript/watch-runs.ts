import type { Context, DecisionRecord, Hooks } from '@interpose/core';
import { describeEvent } from './describe-event.ts';
import { RunLog } from './run-log.ts';

/** The logs of the runs that are being replayed, by session. */
export interface RunLogs {
  /** The log of a session; it is filled while the session runs. */
  of(sessionId: string): RunLog;
  /** Forgets a session that has ended. */
  drop(sessionId: string): void;
}

/**
 * Keeps a log per session. Every event is observed, shown or not, so that a replay takes the same way
 * and counts the same decisions whatever it prints.
 */
export function watchRuns(hooks: Hooks, showsEvents: boolean): RunLogs {
  const logs = new Map<string, RunLog>();
  const of = (sessionId: string): RunLog => {
    const log = logs.get(sessionId) ?? new RunLog();
    logs.set(sessionId, log);
    return log;
  };
  hooks.observe('onDecision', ({ session, record }) => of(session.id).note(record), {
    name: 'replay-decisions',
  });
  hooks.observe(
    '*',
    (context, record) => {
      if (showsEvents) logEvent(of(context.session.id), context, record);
    },
    { name: 'replay-events' },
  );
  return { of, drop: (sessionId) => void logs.delete(sessionId) };
}

/** Deltas are too many to show; a decision is shown at its event, unless a policy only monitors. */
function logEvent(log: RunLog, context: Context, record?: DecisionRecord): void {
  if (context.event === 'onResponseDelta' && (record?.decision ?? 'allow') === 'allow') return;
  if (context.event === 'onDecision' && context.record.mode === 'enforce') return;
  const shown = context.event === 'onDecision' ? context.record : record;
  const { event, chatId, iteration } = context;
  log.events.push({
    event,
    chatId,
    about: describeEvent(context),
    ...(iteration === undefined ? {} : { iteration }),
    ...(shown === undefined ? {} : { record: shown }),
  });
}
