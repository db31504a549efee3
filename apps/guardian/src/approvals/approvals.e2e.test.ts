import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval } from '@interpose/guardian-api';

import {
  answer,
  closeStage,
  command,
  database,
  module,
  openStage,
  settings,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventually } from '../../test/sign-in.ts';
import { startGuardian } from '../../test/start-guardian.ts';

describe.skipIf(database === undefined)('an ask at two guardians', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(closeStage);

  test('waits at one, is shown as it will run without its secrets, and goes on when it is approved at the other', async () => {
    const asked = askTool(
      agentHooks(stage.first.url),
      { cents: 500, password: 'hunter2hunter2' },
      { name: 'pay' },
    );
    const ask = await waiting(stage, 'pay');
    expect(ask).toMatchObject({
      args: { cents: 500, password: '<PASSWORD>' },
      question: 'a big refund',
      by: ['shop/big'],
    });
    expect(await answer(stage.other, ask, { decision: 'approve' })).toMatchObject({
      status: 200,
      body: { state: 'approved' },
    });
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test('is shown whole to who answers, however long its arguments are', async () => {
    const args = { text: 'x'.repeat(100_000), cents: 506 };
    const asked = askTool(agentHooks(stage.first.url), args, { name: 'long' });
    const listed = await waiting(stage, 'long');
    expect(listed.args).toEqual({ cut: expect.any(String) as string });
    const { args: shown } = await stage.one.get<Approval>(`/api/approvals/${listed.id}`);
    expect(shown).toEqual(args);
    await answer(stage.one, listed, { decision: 'approve' });
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test('is denied in words that the model reads', async () => {
    const asked = askTool(agentHooks(stage.first.url), { cents: 501 }, { name: 'talk' });
    await answer(stage.one, await waiting(stage, 'talk'), {
      decision: 'deny',
      words: 'Ask for the receipt first.',
    });
    expect(await asked).toMatchObject({
      decision: 'deny',
      reason: 'Ask for the receipt first.',
      code: 'approval_refused',
    });
  });

  test('runs with what the reviewer changed, hidden values kept, and the policies judge the change', async () => {
    const asked = askTool(
      agentHooks(stage.second.url),
      { cents: 900, password: 'hunter2hunter2' },
      { name: 'change' },
    );
    const args = { cents: 90, password: '<PASSWORD>' };
    await answer(stage.one, await waiting(stage, 'change'), { decision: 'change', args });
    expect(await asked).toMatchObject({
      decision: 'modify',
      value: { args: { cents: 90, password: 'hunter2hunter2' } },
    });
    const worse = askTool(agentHooks(stage.first.url), { cents: 900 }, { name: 'worse' });
    await answer(stage.one, await waiting(stage, 'worse'), {
      decision: 'change',
      args: { cents: 20_000 },
    });
    expect(await worse).toMatchObject({ decision: 'deny', code: 'never' });
  });

  test('is answered in place of the tool, for an agent that takes answers', async () => {
    const asked = askTool(agentHooks(stage.second.url), { cents: 600 }, { name: 'instead' });
    const ask = await waiting(stage, 'instead');
    const result = { paid: 600, by: 'hand' };
    await answer(stage.one, ask, { decision: 'answer', result, words: 'Paid by hand.' });
    expect(await asked).toMatchObject({
      decision: 'respond',
      outcome: { result },
      reason: 'Paid by hand.',
    });
    const rows = await eventually(async () => {
      const page = await stage.one.get<{ rows: object[] }>('/api/decisions?tool=instead');
      return page.rows.length > 0 && page.rows;
    });
    expect(rows).toMatchObject([
      { decision: 'respond', by: ['shop/big'], settled: 'approved', approvedBy: 'local admin' },
    ]);
  });

  test('is answered once, though both answer together, and only for what was shown', async () => {
    const asked = askTool(agentHooks(stage.first.url), { cents: 502 }, { name: 'race' });
    const ask = await waiting(stage, 'race');
    expect(
      await answer(stage.one, { ...ask, digest: 'another' }, { decision: 'approve' }),
    ).toMatchObject({
      status: 422,
      body: { error: { code: 'approval_mismatch' } },
    });
    const answers = await Promise.all([
      answer(stage.one, ask, { decision: 'approve' }),
      answer(stage.other, ask, { decision: 'deny', words: 'no' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 409,
    ]);
    const won = answers.find(({ status }) => status === 200)?.body as Approval;
    const lost = answers.find(({ status }) => status === 409)?.body;
    expect(lost).toMatchObject({ approval: { state: won.state, answers: won.answers } });
    expect((await asked)['decision']).toBe(won.state === 'approved' ? 'allow' : 'deny');
  });

  test('that takes two people is not approved by one who answers twice', async () => {
    const asked = askTool(agentHooks(stage.first.url), { cents: 503 }, { name: 'wire' });
    const ask = await waiting(stage, 'wire');
    expect(await answer(stage.one, ask, { decision: 'approve' })).toMatchObject({
      body: { state: 'waiting' },
    });
    expect(await answer(stage.other, ask, { decision: 'approve' })).toMatchObject({ status: 409 });
    const { stdout } = await command('approve', ask.id);
    expect(stdout).toContain('approved');
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test('nobody answers in time is a no', async () => {
    expect(
      await askTool(agentHooks(stage.first.url), { cents: 504 }, { name: 'short' }),
    ).toMatchObject({
      decision: 'deny',
    });
    const { rows } = await stage.one.get<{ rows: Approval[] }>('/api/approvals?state=expired');
    expect(rows).toMatchObject([{ tool: 'short' }]);
  });

  test('outlives the guardian at which it waits', async () => {
    const third = await startGuardian(settings('three'), [module]);
    const { port } = new URL(third.url);
    const asked = askTool(agentHooks(third.url), { cents: 505 }, { name: 'survivor' });
    const ask = await waiting(stage, 'survivor');
    // The agent was told to ask again later, so it has no open request when the guardian dies.
    await eventually(async () => third.reports.length > 0);
    await third.kill();
    const again = startGuardian({ ...settings('three'), INTERPOSE_PORT: port }, [module]);
    await answer(stage.one, ask, { decision: 'approve' });
    await again;
    const outcome = await asked;
    // If the agent asked while nobody was listening, it gave up by its posture.
    expect([outcome['decision'], outcome['code']]).toContainEqual(
      expect.stringMatching(/^allow$|^guardian_unreachable$/),
    );
    const { state } = await stage.one.get<Approval>(`/api/approvals/${ask.id}`);
    expect(state).toBe('approved');
  });
});
