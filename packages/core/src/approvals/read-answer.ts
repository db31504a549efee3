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
 * Reads what an approver gave: an answer of the contract and nothing else, so that a misspelt `change` is no yes to the
 * value as it was. Use it where your own approver passes on the answer of another.
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

/** Reads an answer that settles an ask: a yes or a no. */
export function readFinalAnswer(given: unknown): ResumeAnswer {
  check(given, SETTLED);
  const answer = given as ResumeAnswer;
  if (answer.approved === undefined) throw undecided();
  return answer;
}

/** Nothing at all is no answer either. */
function check(given: unknown, kinds: Readonly<Record<string, OptionKind>>): void {
  checkOptions('the answer to an ask', given ?? null, kinds);
}

function undecided(): InterposeError {
  return invalidOption(
    'the answer to an ask has to say one thing',
    'answer { approved: true } or { approved: false }, or { suspend: true } from an approver',
  );
}
