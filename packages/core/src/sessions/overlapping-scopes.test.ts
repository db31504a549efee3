import { describe, expect, test } from 'vitest';

import { completeChat, openTestChat } from '../../test/open-test-chat.ts';
import { createHooks, type Hooks } from '../index.ts';

/** Returns a list of the starts and ends of sessions. */
function told(hooks: Hooks): string[] {
  const log: string[] = [];
  hooks.observe('onSessionStart', ({ session }) => void log.push(`start ${session.id}`));
  hooks.observe('onSessionEnd', ({ session }) => void log.push(`end ${session.id}`));
  return log;
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('two scopes of one session at once', () => {
  test.each(['the first', 'the second'])(
    'share it until both are over, %s ending first',
    async (ends) => {
      const hooks = createHooks();
      const log = told(hooks);
      const [one, two] = [gate(), gate()];
      const [first, second] = [one, two].map(({ opened }) =>
        hooks.inSession({ id: 's' }, async () => {
          const before = await openTestChat(hooks);
          await opened;
          await completeChat(before);
          const after = await openTestChat(hooks);
          await completeChat(after);
          return before.session === after.session;
        }),
      );
      await Promise.resolve();
      const order = [
        [one, first],
        [two, second],
      ] as const;
      for (const [{ open }, scope] of ends === 'the first' ? order : order.toReversed()) {
        expect(log).toEqual(['start s']);
        open();
        expect(await scope).toBe(true);
      }
      expect(log).toEqual(['start s', 'end s']);
    },
  );

  test('one inside the other, end it with the outer one', async () => {
    const hooks = createHooks();
    const log = told(hooks);
    await hooks.inSession({ id: 's' }, async () => {
      await hooks.inSession({ id: 's' }, async () => completeChat(await openTestChat(hooks)));
      await completeChat(await openTestChat(hooks));
      expect(log).toEqual(['start s']);
    });
    expect(log).toEqual(['start s', 'end s']);
  });

  test('do not keep it from an explicit end', async () => {
    const hooks = createHooks();
    const log = told(hooks);
    const { opened, open } = gate();
    const scopes = [1, 2].map(() => hooks.inSession({ id: 's' }, () => opened));
    await hooks.endSession('s');
    expect(log).toEqual(['start s', 'end s']);
    open();
    await Promise.all(scopes);
    expect(log).toEqual(['start s', 'end s']);
  });
});
