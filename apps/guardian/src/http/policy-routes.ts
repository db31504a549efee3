import { resolve } from 'node:path';

import { sql } from 'kysely';
import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import type { Draft, DraftCounts, Judgement, Policies, PolicyRow } from '@interpose/guardian-api';

import { storedSteps, type Judging, type StoredStep } from '../policies/judge-again.ts';
import { ONLY_TENANT } from '../policies/policy-layer.ts';
import { readSource, type PolicySource } from '../policies/policy-source.ts';
import { PolicyVersions } from '../policies/policy-versions.ts';
import { ApiError, notFound, readBody } from './api-error.ts';
import type { ApiVariables, GuardianParts } from './guardian-parts.ts';
import { needs } from './sign-in.ts';
import { DAY_MS } from '../storage/day-ms.ts';

const judgeInput = z.object({
  decision: z.string().min(1),
  policies: z.string().min(1).optional(),
});
const rollbackInput = z.object({ digest: z.string().min(1) });
const moment = z.number().int().min(0).optional();
const draftInput = z
  .object({
    digest: z.string().min(1).optional(),
    module: z.string().min(1).optional(),
    from: moment,
    to: moment,
  })
  .refine(
    ({ digest, module }) => (digest === undefined) !== (module === undefined),
    'name a digest or a module',
  );

const DRAFT_STEPS = 2000;
const EXAMPLES = 20;

/** The routes for the serving policies, their versions, and trials of other policies. */
export function policyRoutes(parts: GuardianParts): Hono<ApiVariables> {
  const { host, versions } = parts;
  return new Hono<ApiVariables>()
    .get('/policies', async (c) => c.json(await policiesOf(parts, c.get('person').tenant)))
    .post('/policies/rollback', needs('admin'), ofThisGuardian, async (c) => {
      const { digest } = await readBody(c, rollbackInput);
      const source = await versions.find(digest);
      if (source === undefined) throw notFound('version');
      const by = c.get('person');
      const before = host.digest;
      await parts.changes.during(
        by,
        () => host.serveVersion(() => source, PolicyVersions.rollbackBy(by.name)).catch(refused),
        () => ({ what: 'policies.rollback', reason: `to ${digest}`, data: { before, digest } }),
      );
      return c.json(await policiesOf(parts, by.tenant));
    })
    .post('/policies/draft', needs('admin'), async (c) => {
      const { digest, module, from, to } = await readBody(c, draftInput);
      // Loading a file here runs its code.
      if (module !== undefined) checkOperator(c);
      const source =
        module === undefined
          ? await versions.find(digest ?? '')
          : await readSource(resolve(module)).catch(refused);
      if (source === undefined) throw notFound('version');
      return c.json(await judgeDraft(parts, c.get('person').tenant, source, { from, to }));
    })
    .post('/judge', async (c) => {
      const { decision, policies } = await readBody(c, judgeInput);
      const source = policies === undefined ? host.source : await versions.find(policies);
      if (source === undefined) throw notFound('version');
      return c.json(await judgeOne(parts, c.get('person').tenant, decision, source));
    });
}

/** Refuses all but the operator: versions serve every tenant. */
const ofThisGuardian = createMiddleware<ApiVariables>((c, next) => {
  checkOperator(c);
  return next();
});

function checkOperator(c: Context<ApiVariables>): void {
  if (c.get('person').tenant === ONLY_TENANT) return;
  throw new ApiError(403, 'role', `this takes an admin of the tenant ${ONLY_TENANT}`, {
    remedy: 'ask whoever runs the guardian',
  });
}

function refused(error: unknown): never {
  throw new ApiError(422, 'policies_refused', (error as Error).message, {
    remedy: 'choose another version',
  });
}

async function judgeOne(
  { storage, host }: GuardianParts,
  tenant: string,
  id: string,
  source: PolicySource,
): Promise<Judgement> {
  const [step] = await storedSteps(storage, tenant, { id, limit: 1 });
  if (step === undefined) throw notFound('decision with a stored payload');
  const judging = await host.judge(source);
  try {
    return await judging.judge(step).catch(refused);
  } finally {
    await judging.close();
  }
}

async function judgeDraft(
  { storage, host }: GuardianParts,
  tenant: string,
  source: PolicySource,
  time: { readonly from?: number | undefined; readonly to?: number | undefined },
): Promise<Draft> {
  const from = time.from ?? Date.now() - DAY_MS;
  const steps = await storedSteps(storage, tenant, { from, to: time.to, limit: DRAFT_STEPS });
  const judging = await host.judge(source).catch(refused);
  try {
    return await judgeSteps(judging, steps);
  } finally {
    await judging.close();
  }
}

async function judgeSteps(judging: Judging, steps: readonly StoredStep[]): Promise<Draft> {
  const byPolicy = new Map<string, number>();
  const byTool = new Map<string, number>();
  const examples: Draft['examples'][number][] = [];
  let changed = 0;
  for (const step of steps) {
    const { same, now } = await judging.judge(step).catch(refused);
    if (same) continue;
    changed++;
    if (examples.length < EXAMPLES) examples.push({ decision: step.decision, now });
    for (const name of now.by) count(byPolicy, name);
    if (step.decision.tool !== undefined) count(byTool, step.decision.tool);
  }
  return {
    judged: steps.length,
    isWhole: steps.length < DRAFT_STEPS,
    changed,
    examples,
    byPolicy: listOf(byPolicy),
    byTool: listOf(byTool),
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Returns the counts, most frequent first. */
function listOf(counts: ReadonlyMap<string, number>): DraftCounts {
  return [...counts]
    .map(([name, changed]) => ({ name, changed }))
    .toSorted((left, right) => right.changed - left.changed);
}

/** Enough decisions to judge a policy, and few enough to read quickly. */
const NEWEST = 5000;

async function policiesOf(
  { storage, host, versions }: GuardianParts,
  tenant: string,
): Promise<Policies> {
  const since = Date.now() - DAY_MS;
  const { rows } = await storage.within(tenant, (work) =>
    sql<Omit<PolicyRow, 'lastAt'> & { readonly lastAt: number | null }>`
      with newest as materialized (select at, record from step where tenant = ${tenant} and at >= ${since}
        order by at desc, seq desc limit ${NEWEST})
      select hook->>'hook' as name, count(*) as decisions, count(*) filter (where hook->>'decision' = 'deny') as denied,
        count(*) filter (where hook->>'decision' = 'ask') as asked,
        count(*) filter (where hook->>'decision' = 'modify') as modified,
        percentile_cont(0.5) within group (order by (hook->>'ms')::real) as p50,
        percentile_cont(0.99) within group (order by (hook->>'ms')::real) as p99,
        max(at) filter (where hook->>'decision' <> 'allow') as "lastAt"
      from newest, json_array_elements(coalesce(record::json->'steps', '[]'::json)) hook
      group by 1 order by 2 desc limit 200`.execute(work),
  );
  const known = rows.map(({ lastAt, ...row }) => (lastAt === null ? row : { ...row, lastAt }));
  const idle = { decisions: 0, denied: 0, asked: 0, modified: 0, p50: 0, p99: 0 };
  const silent = host.names
    .filter((name) => !rows.some((row) => row.name === name || row.name.startsWith(`${name}/`)))
    .map((name) => ({ name, ...idle }));
  return {
    digest: host.digest ?? '',
    versions: await versions.list(),
    policies: [...known, ...silent],
    newest: NEWEST,
  };
}
