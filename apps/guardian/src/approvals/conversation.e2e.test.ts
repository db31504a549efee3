import { afterAll, expect, test } from 'vitest';

import { freshDatabase } from '../../test/fresh-database.ts';
import { retentionStage } from '../../test/retention-stage.ts';
import { writeStep } from '../decisions/step-row.ts';
import { readApproval } from './find-approvals.ts';

const database = await freshDatabase();
afterAll(() => database?.drop());

const ASKED_AT = Date.now();

test('the conversation around an ask stands in the order in which it was sent, up to the ask', async () => {
  const { storage, recorder } = await retentionStage(database?.url);
  const say = (event: string, text: string, at = ASKED_AT): void => {
    const place = { tenant: 'default', id: text, policies: '', source: 'asked' } as const;
    const ids = { id: text, seq: 1, sessionId: 's', chatId: 'c', agent: { id: 'a' } };
    const said = { decision: 'allow', by: [], codes: [], changed: false, hooks: 1 } as const;
    const record = { event, ...ids, ...said, at, mode: 'enforce', ms: 1 } as const;
    const payload = { message: { content: [{ type: 'text', text }] } };
    recorder.record('default', writeStep(record, place), JSON.stringify({ payload }));
  };
  // Hooks get the messages of the user first, often within one millisecond.
  say('onUserMessage', 'Hello.');
  say('onUserMessage', 'Where is my parcel?');
  say('onSystemMessage', 'You are kind.');
  say('onAgentResponse', 'It is lost.');
  say('onUserMessage', 'Then pay me back.');
  say('onSystemMessage', 'Pay nobody twice.');
  say('onAgentResponse', 'I was told to wait.', ASKED_AT + 1000);
  await recorder.stored();
  await storage.within('default', (work) =>
    work
      .insertInto('approval')
      .values({
        ...{ id: 'ask', tenant: 'default', session_id: 's', chat_id: 'c', agent: 'a' },
        ...{ user_id: null, event: 'preToolCall', tool: 'refund', args: '{}', question: 'May it?' },
        ...{ by_names: [], answers: '[]', conversation: '[]', needed: 1, role: 'approver' },
        ...{ asked_at: ASKED_AT, expires_at: ASKED_AT, escalate_at: null, escalated_at: null },
        ...{ outcome: null, step_key: 'k', state: 'waiting', digest: 'd' },
      })
      .execute(),
  );
  const ask = await readApproval(storage, 'default', 'ask');
  expect(ask?.conversation.map(({ role, text }) => `${role}: ${text}`)).toEqual([
    'system: You are kind.',
    'user: Hello.',
    'user: Where is my parcel?',
    'assistant: It is lost.',
    'system: Pay nobody twice.',
    'user: Then pay me back.',
  ]);
});
