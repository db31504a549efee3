import { createHooks } from '@interpose/core';
import { callTools, say, scriptedModel, type ScriptedModel } from '@interpose/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { agents } from './agents/agents.ts';
import { callBudget } from './policies.ts';
import { openShop } from './shop.ts';
import { noteDecisions } from './told-decision.ts';

const script = [
  callTools({ name: 'find_order', args: { id: 'A-7' } }),
  callTools({ name: 'find_order', args: { id: 'A-8' } }),
  say('Both are there.'),
];
const pairs = [...agents.keys()].flatMap((first) =>
  [...agents.keys()].filter((second) => second !== first).map((second) => [first, second] as const),
);

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});

afterAll(() => server.close());

describe.each(pairs)('an app with an agent of %s and one of %s', (first, second) => {
  test('has one registry, one session and one budget for both', async () => {
    const hooks = createHooks({ policies: [callBudget(3)] });
    const shop = openShop();
    const decisions = noteDecisions(hooks);
    const seen: string[] = [];
    const sessions: string[] = [];
    hooks.observe('onSessionStart', ({ session }) => void sessions.push(session.id));
    hooks.observe('onSessionEnd', ({ session }) => void sessions.push(session.id));
    hooks.addHook('preToolCall', ({ session, host }) => {
      seen.push(`${host.framework} after ${session.history.length} calls`);
    });
    const askAgent = (sdk: string): Promise<string> =>
      agents.get(sdk)!('Are my orders there?', {
        baseURL: server.chat(script).baseURL,
        hooks,
        shop,
      });
    await hooks.inSession({ id: 'thread-7' }, async () => {
      expect(await askAgent(first)).toBe('Both are there.');
      expect(await askAgent(second)).toBe('Both are there.');
    });
    await hooks.close();

    expect(sessions).toEqual(['thread-7', 'thread-7']);
    expect(shop.done).toEqual(['found A-7', 'found A-8', 'found A-7']);
    expect(seen).toEqual([
      `${first} after 0 calls`,
      `${first} after 1 calls`,
      `${second} after 2 calls`,
    ]);
    expect(decisions).toMatchObject([
      {
        event: 'preToolCall',
        decision: 'deny',
        by: ['call-budget/preToolCall'],
        codes: ['budget_spent'],
      },
    ]);
  });

  test('shares them also where both run at the same time', async () => {
    const hooks = createHooks({ policies: [callBudget(3)] });
    const shop = openShop();
    const decisions = noteDecisions(hooks);
    await hooks.inSession({ id: 'thread-7' }, () =>
      Promise.all(
        [first, second].map((sdk) =>
          agents.get(sdk)!('Are my orders there?', {
            baseURL: server.chat(script).baseURL,
            hooks,
            shop,
          }),
        ),
      ),
    );
    await hooks.close();
    expect(shop.done).toHaveLength(3);
    expect(decisions).toMatchObject([{ decision: 'deny', codes: ['budget_spent'] }]);
  });

  test('spends the budget of another session in no part', async () => {
    const hooks = createHooks({ policies: [callBudget(2)] });
    const shop = openShop();
    const decisions = noteDecisions(hooks);
    for (const [index, sdk] of [first, second].entries()) {
      await hooks.inSession({ id: `thread-${index}` }, () =>
        agents.get(sdk)!('Are my orders there?', {
          baseURL: server.chat(script).baseURL,
          hooks,
          shop,
        }),
      );
    }
    await hooks.close();
    expect(decisions).toEqual([]);
    expect(shop.done).toHaveLength(4);
  });
});
