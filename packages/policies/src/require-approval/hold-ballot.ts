import {
  readAnswer,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type ResumeAnswer,
} from '@interpose/core';

import { LONGEST_TIMER_MS } from '../shared/values/timer-delay.ts';
import { Ballot, type Standing, type VoterName } from './ballot.ts';
import { digestChange, jsonOf } from './digest-change.ts';

/** The voters, and the milliseconds that each may take. */
export interface Electorate {
  readonly voters: ReadonlyMap<VoterName, Approver>;
  readonly timeoutMs?: number;
}

/** The number of changes to a value after which the vote is given up. */
const MOST_CHANGES = 3;

/** Asks all voters at once. After a change, those who have not said no vote again, on the changed value. */
export async function holdBallot(
  request: ApprovalRequest,
  needed: number,
  electorate: Electorate,
): Promise<ApprovalAnswer> {
  const refused = new Set<VoterName>();
  let current = request;
  let changer: { readonly voter: VoterName; readonly by: string } | undefined;
  for (let changes = 0; changes <= MOST_CHANGES; changes++) {
    const voters = [...electorate.voters.keys()].filter(
      (voter) => !refused.has(voter) && voter !== changer?.voter,
    );
    const ballot = new Ballot(needed, voters);
    if (changer !== undefined) ballot.accept(changer.by);
    const standing = await poll(current, ballot, voters, electorate, refused);
    if (standing.kind !== 'changed') return answerOf(standing, request, current);
    changer = standing;
    const digest = await digestChange(current.digest, standing.value);
    if (digest === undefined) break;
    current = { ...current, value: standing.value, digest };
  }
  return { approved: false, reason: 'The value was changed too often to be approved.' };
}

function answerOf(
  standing: Exclude<Standing, { kind: 'changed' }>,
  { value: asked }: ApprovalRequest,
  { value }: ApprovalRequest,
): ApprovalAnswer {
  if (standing.kind === 'approved') {
    const by = standing.by.join(', ');
    return { approved: true, by, ...(value === asked ? {} : { change: value }) };
  }
  const { by, reason } = standing.kind === 'refused' ? standing : { by: [], reason: undefined };
  return {
    approved: false,
    ...(by.length === 0 ? {} : { by: by.join(', ') }),
    reason: reason ?? 'Not enough approvers said yes.',
  };
}

/** Runs one vote on one value until it is decided. The signal then tells the remaining voters. */
function poll(
  request: ApprovalRequest,
  ballot: Ballot,
  voters: readonly VoterName[],
  electorate: Electorate,
  refused: Set<VoterName>,
): Promise<Standing> {
  const over = new AbortController();
  const signal = AbortSignal.any([request.signal, over.signal]);
  const decided = new Promise<Standing>((resolve) => {
    const settle = (standing: Standing): void => {
      if (standing.kind !== 'open') resolve(standing);
    };
    const close = (): void => settle(ballot.close());
    if (request.signal.aborted) close();
    else request.signal.addEventListener('abort', close, { once: true, signal: over.signal });
    settle(ballot.standing);
    for (const voter of voters) {
      void askVoter(electorate, voter, { ...request, signal }).then((said) => {
        if (over.signal.aborted) return;
        const answer = withoutSame(said, request.value);
        const standing = ballot.count({ voter, answer });
        if (answer === undefined || 'suspend' in answer || !answer.approved) refused.add(voter);
        settle(standing);
      });
    }
  });
  return decided.finally(() => over.abort());
}

/** Removes a change that equals the value in question: it is no change. */
function withoutSame(
  answer: ApprovalAnswer | undefined,
  value: unknown,
): ApprovalAnswer | undefined {
  if (answer === undefined || !('change' in answer)) return answer;
  const { change, ...rest } = answer;
  const text = jsonOf(change);
  return change === value || (text !== undefined && text === jsonOf(value)) ? rest : answer;
}

/** Returns one voter's answer; undefined for a throw, silence, an unreadable answer or a yes to something else. */
async function askVoter(
  { voters, timeoutMs }: Electorate,
  voter: VoterName,
  request: ApprovalRequest,
): Promise<ApprovalAnswer | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    if (timeoutMs !== undefined && Number.isFinite(timeoutMs))
      timer = setTimeout(resolve, Math.min(timeoutMs, LONGEST_TIMER_MS), undefined);
    request.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    const answer = readAnswer(await Promise.race([voters.get(voter)?.(request), silence]));
    const { digest = request.digest } = answer as Partial<ResumeAnswer>;
    return digest === request.digest ? answer : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
