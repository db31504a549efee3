import {
  checkOptions,
  InterposeError,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
} from '@interpose/core';

import { identityOf } from './ballot.ts';
import { holdBallot, type Electorate } from './hold-ballot.ts';

const OPTIONS = Object.keys({ timeoutMs: true } satisfies Record<keyof QuorumOptions, true>);

/**
 * The approvers of a quorum by name. In a list their names are `1`, `2` and so on.
 *
 * @example
 * const approvers: Approvers = { ada: () => ({ approved: true }), bob: () => ({ approved: false }) };
 */
export type Approvers = readonly Approver[] | Readonly<Record<string, Approver>>;

/**
 * Options of `quorum`.
 *
 * @example
 * const options: QuorumOptions = { timeoutMs: 60_000 };
 */
export interface QuorumOptions {
  /** Milliseconds after which one approver's silence counts as a no. Default: as long as the ask. */
  readonly timeoutMs?: number;
}

/**
 * An approver that says yes when enough different approvers do, and no as soon as that is impossible.
 *
 * A change by one approver voids earlier yes votes: the others are asked about the changed value.
 *
 * @example
 * const hooks = createHooks({ approver: quorum(2, { ada: askAda, bob: askBob, eve: askEve }) });
 * @throws InterposeError `invalid_option` when fewer approvers are there than are needed, or one is there twice.
 */
export function quorum(
  needed: number | ((request: ApprovalRequest) => number),
  approvers: Approvers,
  options?: QuorumOptions,
): Approver;
export function quorum(
  needed: number | ((request: ApprovalRequest) => number),
  approvers: Approvers,
  options: QuorumOptions = {},
  ...more: readonly unknown[]
): Approver {
  checkOptions('quorum', options, OPTIONS, more);
  const electorate = readElectorate(approvers, options);
  const { size } = electorate.voters;
  if (typeof needed === 'number') {
    if (!isPossible(needed, size)) throw invalid(`needs ${needed} of ${size}`);
    return (request) => holdBallot(request, needed, electorate);
  }
  if (typeof needed !== 'function') throw invalid('needs no number');
  return (request): ApprovalAnswer | Promise<ApprovalAnswer> => {
    const wanted = needed(request);
    return isPossible(wanted, size)
      ? holdBallot(request, wanted, electorate)
      : { approved: false, reason: 'The number of approvals that are needed cannot be reached.' };
  };
}

function isPossible(needed: number, size: number): boolean {
  return Number.isInteger(needed) && needed >= 1 && needed <= size;
}

function readElectorate(approvers: Approvers, { timeoutMs }: QuorumOptions): Electorate {
  if (typeof approvers !== 'object' || approvers === null) throw invalid('has no approvers');
  const named: [string, Approver][] = Array.isArray(approvers)
    ? Array.from(approvers as readonly Approver[], (each, index) => [String(index + 1), each])
    : Object.entries(approvers as Readonly<Record<string, Approver>>);
  if (named.some(([, approver]) => typeof approver !== 'function'))
    throw invalid('has an approver that is no function');
  if (new Set(named.map(([, approver]) => approver)).size < named.length)
    throw invalid('has one approver twice');
  if (new Set(named.map(([name]) => identityOf(name))).size < named.length)
    throw invalid('has two approvers of one name');
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw invalid('has no time to wait');
  return { voters: new Map(named), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

function invalid(problem: string): InterposeError {
  return new InterposeError(
    'invalid_option',
    `quorum ${problem}`,
    'pass a number, and at least as many approvers, each once',
  );
}
