import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { within } from '../command/drain.ts';
import { reportInput } from '../reported/reported-decision.ts';
import { takeReports } from '../reported/take-reports.ts';
import { ApiError, readLooseBody } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';

const MOST_BYTES = 1_048_576;
const SYNC_MS = 5000;

/** The route where agents report their own decisions; each decision is stored once, however often it comes. */
export function reportRoutes({
  tokens,
  recorder,
  config,
  told,
  metrics,
}: GuardianParts): Hono<ApiVariables> {
  return new Hono<ApiVariables>().post(
    '/report',
    bodyLimit({ maxSize: MOST_BYTES, onError: () => new Response(null, { status: 413 }) }),
    async (c) => {
      const access = await tokens.check(c.req.header('authorization'));
      if (access === undefined) throw unknown();
      const input = await readLooseBody(c, reportInput);
      const taken = await takeReports(recorder, access, input.decisions, config.retentionDays);
      if (taken === undefined) throw unrecorded();
      if (config.audit === 'sync' && !(await within(SYNC_MS, recorder.stored())))
        throw unrecorded();
      metrics.reported(taken.taken);
      const { lost = 0 } = input;
      if (lost > 0) told(`${access.agent ?? 'an agent'} lost ${lost} decisions before it reported`);
      return c.json(taken);
    },
  );
}

function unknown(): ApiError {
  return new ApiError(401, 'token_unknown', 'nobody gave out this token', {
    remedy: 'send the token of the agent as a bearer token',
  });
}

function unrecorded(): ApiError {
  return new ApiError(503, 'unrecorded', 'the decisions cannot be written down', {
    remedy: 'send them again later',
  });
}
