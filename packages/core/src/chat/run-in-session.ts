import type { SessionOptions } from '../contract/hooks/session.ts';
import { ambient, runAmbient, type Leaves } from '../sessions/ambient.ts';
import { newId } from '../sessions/session.ts';
import type { HooksRuntime } from './hooks-runtime.ts';
import { checkOptions } from '../errors/check-options.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import { settleInTime } from '../sessions/running-observers.ts';

/** Throws for options of a session that nothing would read. */
export function checkSession(session: SessionOptions | undefined): void {
  checkOptions('a session', session, { id: 'string', user: 'object', metadata: 'object' });
  const { id, user } = session ?? {};
  checkOptions('the user of a session', user, {
    id: 'string',
    name: 'string',
    organisation: 'string',
  });
  // Stores cannot tell the halves of surrogate pairs apart, so two such ids would be one.
  if (![id, user?.id, user?.organisation].every((name) => name?.isWellFormed() ?? true))
    throw invalidOption(
      'the id of a session, its user or organisation holds half of a surrogate pair',
      'pass well-formed text, for example a UUID',
    );
  // Limits and approvals count by these ids. With an empty or missing id, all callers would share them.
  if (id !== '' && (user === undefined || user.id)) return;
  throw invalidOption(
    `the id of ${id === '' ? 'a session' : 'its user'} is empty or missing`,
    'pass a text that is not empty',
  );
}

/** Runs the function with this session as the ambient one, and ends what it opened when the function settles. */
export async function runInSession<T>(
  runtime: HooksRuntime,
  options: SessionOptions,
  run: () => T | PromiseLike<T>,
): Promise<T> {
  checkSession(options);
  if (typeof run !== 'function')
    throw invalidOption('inSession got nothing to run', 'write inSession({ id }, async () => …)');
  const leaves: Leaves = new Set();
  const observers = new Set<PromiseLike<unknown>>();
  const session: SessionOptions = { ...options, id: options.id ?? newId() };
  const { chat: _, asking: __, ...outer } = ambient() ?? {};
  return runAmbient({ ...outer, session, leaves, observers }, async () => {
    const opened = runtime.sessions.open({});
    if (opened.isNew) await runtime.sessionStarted(opened.session, runtime.chatIn(opened.session));
    try {
      return await run();
    } finally {
      for (const leave of leaves) await leave();
      leaves.over = true;
      // Waits for its own observers only: on a busy server others never all settle, on workerd they die with requests.
      await settleInTime(observers, runtime.registry.settings.timeoutMs);
    }
  });
}
