import { Hono } from 'hono';
import type { Switch } from '@interpose/guardian-api';

import { answerApproval, answerInput } from '../approvals/answer-approval.ts';
import { approvalFilter, findApprovals, readApproval } from '../approvals/find-approvals.ts';
import { switchInput } from '../approvals/switches.ts';
import type { ToldChange } from '../audit/changes.ts';
import { notFound, queryOf, readBody, readInput } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { needs } from './sign-in.ts';

/** The routes for waiting asks and for switches. */
export function approvalRoutes({ storage, switches, changes }: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>()
    .get('/approvals', async (c) =>
      c.json(
        await findApprovals(storage, c.get('person').tenant, readInput(approvalFilter, queryOf(c))),
      ),
    )
    .get('/approvals/:id', async (c) => {
      const found = await readApproval(storage, c.get('person').tenant, c.req.param('id'));
      if (found === undefined) throw notFound('approval');
      return c.json(found);
    })
    .post('/approvals/:id/answer', needs('approver'), async (c) => {
      const input = await readBody(c, answerInput);
      return c.json(await answerApproval(storage, c.get('person'), c.req.param('id'), input));
    })
    .get('/switches', async (c) => c.json({ rows: await switches.list(c.get('person').tenant) }))
    .post('/switches', needs('approver'), async (c) => {
      const input = await readBody(c, switchInput);
      const by = c.get('person');
      const add = (): Promise<Switch> => switches.add(by.tenant, by.name, input);
      return c.json(await changes.during(by, add, ofSwitch('added')), 201);
    })
    .delete('/switches/:id', needs('approver'), async (c) => {
      const by = c.get('person');
      const remove = async (): Promise<Switch> => {
        const removed = await switches.remove(by.tenant, c.req.param('id'));
        if (removed === undefined) throw notFound('switch');
        return removed;
      };
      await changes.during(by, remove, ofSwitch('removed'));
      return c.json({ removed: true });
    });
}

function ofSwitch(done: 'added' | 'removed'): (made: Switch) => ToldChange {
  return ({ id, kind, value, why }) => ({
    what: `switch.${done}`,
    reason: `${kind} ${value}: ${why}`,
    data: { id, kind, value },
  });
}
