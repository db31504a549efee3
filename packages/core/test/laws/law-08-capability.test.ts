import { describe, expect, test } from 'vitest';

import { toolCycle } from '../../src/adapter.ts';
import {
  ask,
  createHooks,
  deny,
  modify,
  respond,
  retry,
  type AnyVerdict,
  type Verb,
} from '../../src/index.ts';
import { EVENT_TABLE } from '../../src/registry/events/event-table.ts';
import { openTestChat } from '../open-test-chat.ts';
import { sampleCall } from '../sample-values.ts';
import { toolStep } from '../tool-step.ts';

const SAID: Readonly<Record<Exclude<Verb, 'allow' | 'deny'>, AnyVerdict>> = {
  modify: modify(sampleCall({ cents: 1 })),
  respond: respond({ result: 1 }),
  ask: ask('?'),
  retry: retry(),
};

const VERBS = Object.keys(SAID) as (keyof typeof SAID)[];

describe('law 8: capability', () => {
  test.each(['modify', 'respond', 'ask'] as const)(
    'a %s that the host cannot carry out is a deny',
    async (verb) => {
      const hooks = createHooks({ approver: () => ({ approved: true }) });
      hooks.addHook('preToolCall', () => SAID[verb] as never);
      const chat = await openTestChat(hooks, { can: { preToolCall: ['allow', 'deny'] } });
      let ran = 0;
      const outcome = await toolCycle(chat, toolStep({ run: () => void ran++ }));
      expect(outcome).toMatchObject({ kind: 'denied', denial: { code: `${verb}_unsupported` } });
      expect(ran).toBe(0);
    },
  );

  test('a keyed form is held to the same rule as its verdict', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => ({ call: sampleCall({ cents: 1 }) }));
    const chat = await openTestChat(hooks, { can: { preToolCall: ['allow', 'deny'] } });
    expect(await toolCycle(chat, toolStep())).toMatchObject({
      denial: { code: 'modify_unsupported' },
    });
  });

  test('a deny is possible everywhere', async () => {
    const hooks = createHooks();
    hooks.addHook('preToolCall', () => deny('no', { code: 'mine' }));
    const chat = await openTestChat(hooks, { can: { preToolCall: [] } });
    expect(await toolCycle(chat, toolStep())).toMatchObject({ denial: { code: 'mine' } });
  });

  test('hooks see the verbs the host can carry out, and all of the event elsewhere', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    hooks.addHook('preToolCall', ({ can }) => void seen.push(can));
    hooks.addHook('onToolCallResult', ({ can }) => void seen.push(can));
    const chat = await openTestChat(hooks, { can: { preToolCall: ['allow', 'deny'] } });
    await toolCycle(chat, toolStep());
    expect(seen).toEqual([
      ['allow', 'deny'],
      ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'],
    ]);
  });

  test.each([...EVENT_TABLE.values()].filter(({ kind }) => kind === 'interceptor'))(
    '$name turns every verb it does not take into a deny',
    async ({ name, verbs }) => {
      for (const verb of VERBS.filter((each) => !verbs.includes(each))) {
        const hooks = createHooks({ approver: () => ({ approved: true }) });
        hooks.addHook(name as 'preToolCall', () => SAID[verb] as never);
        const verdict = await hooks.dispatch(name as 'preToolCall', {} as never);
        expect(verdict).toMatchObject({ decision: 'deny', code: `${verb}_unsupported` });
      }
      expect(verbs).toContain('deny');
    },
  );
});
