import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval } from '@interpose/guardian-api';

import {
  answer,
  closeStage,
  command,
  database,
  openStage,
  sent,
  waiting,
  type Stage,
} from '../../test/approval-stage.ts';
import { agentHooks, askTool } from '../../test/ask-tool.ts';
import { eventually } from '../../test/sign-in.ts';

describe.skipIf(database === undefined)('around an ask', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(closeStage);

  test('the webhook is told, signed, with a link, and again after a failure', async () => {
    const hooks = agentHooks(stage.first.url);
    const asked = askTool(hooks, { cents: 500 }, { name: 'told' });
    await answer(stage.one, await waiting(stage, 'told'), { decision: 'approve' });
    await asked;
    const idOf = (body: string): string => (JSON.parse(body) as { approval: Approval }).approval.id;
    const failed = idOf((await eventually(async () => sent[0])).body);
    const repeated = await eventually(async () =>
      sent.slice(1).find(({ body }) => idOf(body) === failed),
    );
    const { link, approval } = JSON.parse(repeated.body) as { link: string; approval: Approval };
    expect(link).toMatch(new RegExp(`/approvals/${approval.id}$`));
    const [, at, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(repeated.headers['interpose-signature'])) ?? [];
    expect(signature).toBe(
      createHmac('sha256', 'a secret of sixteen').update(`${at}.${repeated.body}`).digest('hex'),
    );
  });

  test('nobody answers for a while, and people are told again', async () => {
    const asked = askTool(agentHooks(stage.second.url), { cents: 507 }, { name: 'urgent' });
    const ask = await waiting(stage, 'urgent');
    const kinds = (): readonly unknown[] =>
      sent
        .map(({ body }) => JSON.parse(body) as { kind: string; approval: Approval })
        .filter(({ approval }) => approval.id === ask.id)
        .map(({ kind }) => kind);
    await eventually(async () => kinds().includes('escalated'));
    expect(kinds()).toEqual(['asked', 'escalated']);
    const shown = await stage.one.get<Approval>(`/api/approvals/${ask.id}`);
    expect(shown).toMatchObject({ state: 'waiting', escalatedAt: expect.any(Number) as number });
    await answer(stage.one, ask, { decision: 'approve' });
    expect(await asked).toMatchObject({ decision: 'allow' });
  });

  test('the command line lists, shows and denies', async () => {
    const asked = askTool(agentHooks(stage.first.url), { cents: 506 }, { name: 'typed' });
    const { id } = await waiting(stage, 'typed');
    expect((await command('list')).stdout).toContain(`${id}  waiting`);
    expect(JSON.parse((await command('show', id)).stdout)).toMatchObject({ id, tool: 'typed' });
    await command('deny', id, '--words', 'Not today.');
    expect(await asked).toMatchObject({ decision: 'deny', reason: 'Not today.' });
    await expect(command('approve', id)).rejects.toThrow('already_answered');
  });

  test('a switch stops a tool at every guardian within a second, and lets it go again', async () => {
    const hooks = agentHooks(stage.second.url);
    const stopped = async (): Promise<boolean> =>
      (await askTool(hooks, { cents: 1 }, { name: 'drill' }))['code'] === 'stopped';
    expect(await stopped()).toBe(false);
    const { body } = await stage.one.send<{ id: string }>('POST', '/api/switches', {
      kind: 'tool',
      value: 'drill',
      why: 'it smokes',
    });
    await eventually(stopped, 1000);
    expect(await askTool(hooks, { cents: 1 }, { name: 'other' })).toMatchObject({
      decision: 'allow',
    });
    await stage.one.send('DELETE', `/api/switches/${body.id}`);
    await eventually(async () => !(await stopped()), 1000);
  });
});
