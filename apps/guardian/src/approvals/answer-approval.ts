import { sql } from 'kysely';
import { z } from 'zod';
import type { Approval, GivenAnswer, Role } from '@interpose/guardian-api';

import { ApiError, notFound } from '../http/api-error.ts';
import { putNotice } from '../notices/put-notice.ts';
import { mayAs, OPERATOR, type Person } from '../people/roles.ts';
import type { Storage, Work } from '../storage/open-storage.ts';
import { answerKinds, answersOf, toApproval, type ApprovalRow } from './approval.ts';

/** The input of a person who answers. */
export const answerInput = z.object({
  decision: z.enum(answerKinds),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  words: z.string().max(10_000).optional(),
  digest: z.string().min(1).max(200),
});

type AnswerInput = z.infer<typeof answerInput>;

const STATES = {
  approve: 'approved',
  deny: 'denied',
  change: 'changed',
  answer: 'answered',
} as const;
const TRIES = 5;

/**
 * Answers an ask for a person, once: one database update decides between two people who answer together, also at two
 * guardians. One no ends the ask; a yes counts towards the quorum.
 *
 * Throws `ApiError`: 404, 403 `role`, 409 `already_answered` or `already_voted`, 422 `approval_mismatch`, `quorum` or
 * `invalid_input`.
 */
export async function answerApproval(
  storage: Storage,
  person: Pick<Person, 'tenant' | 'name' | 'role' | 'id'>,
  id: string,
  input: AnswerInput,
): Promise<Approval> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answered = await tryAnswer(storage, person, id, input);
    if (answered !== undefined) return answered;
  }
  throw new ApiError(409, 'busy', 'others are answering at the same moment', {
    remedy: 'answer again',
  });
}

async function tryAnswer(
  storage: Storage,
  person: Pick<Person, 'tenant' | 'name' | 'role' | 'id'>,
  id: string,
  input: AnswerInput,
): Promise<Approval | undefined> {
  const { tenant } = person;
  return storage.within(tenant, async (work) => {
    const row = await work
      .selectFrom('approval')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw notFound('approval');
    const given = await countingAnswers(work, row);
    check(row, given, person, input);
    const { answers, state } = next(row, given, person, input);
    const outcome = outcomeOf(input);
    const updated = await work
      .updateTable('approval')
      .set({
        answers: JSON.stringify(answers),
        state,
        outcome: state === 'waiting' ? null : outcome,
      })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('answers', '=', row.answers)
      .where('expires_at', '>', Date.now())
      .returningAll()
      .executeTakeFirst();
    if (updated === undefined) return undefined;
    await tell(work, updated);
    return toApproval(updated);
  });
}

/**
 * Returns the answers so far, except those of people who could not give them any more. An early version stored no id of
 * the person: such an answer may be anybody's, so it has to be given again.
 */
async function countingAnswers(work: Work, row: ApprovalRow): Promise<readonly GivenAnswer[]> {
  const given = answersOf(row);
  if (given.length === 0) return given;
  const people = await work
    .selectFrom('person')
    .select(['id', 'role'])
    .where('tenant', '=', row.tenant)
    .where(
      'id',
      'in',
      given.map(({ person = '' }) => person),
    )
    .execute();
  const roleOf = new Map(people.map(({ id, role }) => [id, role as Role]));
  return given.filter(({ person = '' }) => {
    const role = person === OPERATOR ? 'admin' : roleOf.get(person);
    return role !== undefined && mayAs(role, row.role as Role);
  });
}

/** Wakes the steps that wait for the answer, and notifies people once the ask has ended. */
async function tell(work: Work, { tenant, id, state }: ApprovalRow): Promise<void> {
  if (state !== 'waiting')
    await putNotice(work, { tenant, approval: id, kind: 'answered', at: Date.now() }, false);
  await sql`select pg_notify('interpose_approval', ${JSON.stringify({ tenant, id })})`.execute(
    work,
  );
}

function check(
  row: ApprovalRow,
  given: readonly GivenAnswer[],
  person: Pick<Person, 'role' | 'id'>,
  input: AnswerInput,
): void {
  if (!mayAs(person.role, row.role as Role))
    throw new ApiError(403, 'role', `this takes the role ${row.role}`, {
      remedy: 'ask somebody who has it',
    });
  if (row.state !== 'waiting' || row.expires_at <= Date.now())
    throw new ApiError(
      409,
      'already_answered',
      `this ask is ${row.state === 'waiting' ? 'expired' : row.state}`,
      {
        remedy: 'look at the answer that counts',
        more: { approval: toApproval(row) },
      },
    );
  if (row.digest !== input.digest)
    throw new ApiError(422, 'approval_mismatch', 'what you answer is not what waits', {
      remedy: 'look at the ask again',
    });
  if (given.some((each) => each.person === person.id))
    throw new ApiError(409, 'already_voted', 'you have answered this ask', {
      remedy: 'let somebody else answer',
    });
  const isOther = input.decision === 'change' || input.decision === 'answer';
  if (row.needed > 1 && isOther)
    throw new ApiError(422, 'quorum', 'an ask that several people answer is approved or denied', {
      remedy: 'deny it, and say in words what should change',
    });
  checkInput(input);
}

function checkInput({ decision, args, result }: AnswerInput): void {
  const needed = { change: { args }, answer: { result }, approve: {}, deny: {} }[decision];
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === 0) return;
  const details = missing.map(([name]) => `${name}: ${decision} needs it`);
  throw new ApiError(422, 'invalid_input', 'the input cannot be read', {
    remedy: 'mend what details lists',
    details,
  });
}

function next(
  row: ApprovalRow,
  before: readonly GivenAnswer[],
  { name: by, id: person }: Pick<Person, 'name' | 'id'>,
  { decision, words }: AnswerInput,
): { readonly answers: readonly GivenAnswer[]; readonly state: string } {
  const given: GivenAnswer = {
    by,
    person,
    at: Date.now(),
    decision,
    ...(words === undefined ? {} : { words }),
  };
  const answers = [...before, given];
  const isEnough = decision === 'deny' || answers.length >= row.needed;
  return { answers, state: isEnough ? STATES[decision] : 'waiting' };
}

function outcomeOf({ decision, args, result }: AnswerInput): string | null {
  if (decision === 'change') return JSON.stringify({ change: args });
  return decision === 'answer' ? JSON.stringify({ result }) : null;
}
