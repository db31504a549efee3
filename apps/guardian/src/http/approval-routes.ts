import { Hono } from 'hono';

import { answerApproval, answerInput } from '../approvals/answer-approval.ts';
import { approvalFilter, findApprovals, readApproval } from '../approvals/find-approvals.ts';
import { switchInput } from '../approvals/switches.ts';
import { notFound, readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { needs } from './sign-in.ts';

/** Asks that wait for people, and what is stopped. */
export function approvalRoutes({ storage, switches }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/approvals', async (c) =>
      c.json(
        await findApprovals(
          storage,
          c.get('person').tenant,
          readInput(approvalFilter, c.req.query()),
        ),
      ),
    )
    .get('/approvals/:id', async (c) => {
      const found = await readApproval(storage, c.get('person').tenant, c.req.param('id'));
      if (found === undefined) throw notFound('approval');
      return c.json(found);
    })
    .post('/approvals/:id/answer', needs('approver'), async (c) => {
      const input = readInput(answerInput, await c.req.json().catch(() => undefined));
      return c.json(await answerApproval(storage, c.get('person'), c.req.param('id'), input));
    })
    .get('/switches', async (c) => c.json({ rows: await switches.list(c.get('person').tenant) }))
    .post('/switches', needs('approver'), async (c) => {
      const input = readInput(switchInput, await c.req.json().catch(() => undefined));
      const { tenant, name } = c.get('person');
      return c.json(await switches.add(tenant, name, input), 201);
    })
    .delete('/switches/:id', needs('approver'), async (c) => {
      const { tenant } = c.get('person');
      if (!(await switches.remove(tenant, c.req.param('id')))) throw notFound('switch');
      return c.json({ removed: true });
    });
}
