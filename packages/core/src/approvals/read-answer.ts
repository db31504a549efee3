import type { ApprovalAnswer, ResumeAnswer } from '../contract/decisions/approval.ts';
import { checkOptions, type OptionKind } from '../errors/check-options.ts';
import { type InterposeError, invalidOption } from '../errors/interpose-error.ts';

const SETTLED: Readonly<Record<keyof ResumeAnswer, OptionKind>> = {
  approved: 'boolean',
  by: 'string',
  reason: 'string',
  change: 'any',
  digest: 'string',
};

/**
 * Reads the answer of an approver. It takes only the keys of the contract, so that an answer with a misspelt `change`
 * is no yes to the old value. Use it if your own approver passes on the answer of another one.
 *
 * @example
 * const asked: Approver = async () => readAnswer({ approved: true, by: 'ada' });
 * createHooks({ approver: asked });
 * @throws InterposeError `invalid_option`, naming the nearest key; thrown in an approver, it denies.
 */
export function readAnswer(given: unknown): ApprovalAnswer {
  check(given, { ...SETTLED, suspend: 'boolean' });
  const { suspend, ...settled } = given as Partial<ResumeAnswer> & { readonly suspend?: boolean };
  if ((settled.approved === undefined) !== (suspend === true)) throw undecided();
  return suspend === true ? { suspend } : settled;
}

/** Reads an answer that settles an ask: yes or no. */
export function readFinalAnswer(given: unknown): ResumeAnswer {
  check(given, SETTLED);
  const answer = given as ResumeAnswer;
  if (answer.approved === undefined) throw undecided();
  return answer;
}

/** Checks the keys of an answer. `undefined` is not an answer either. */
function check(given: unknown, kinds: Readonly<Record<string, OptionKind>>): void {
  checkOptions('the answer to an ask', given ?? null, kinds);
}

function undecided(): InterposeError {
  return invalidOption(
    'the answer to an ask has to say one thing',
    'answer { approved: true } or { approved: false }, or { suspend: true } from an approver',
  );
}
