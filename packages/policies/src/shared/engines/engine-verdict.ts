import type { AnyVerdict, DenyVerdict, Dict } from '@interpose/core';

/** The name of a policy engine in the codes of its denials. */
export type EngineName = 'cedar' | 'opa';

const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  allow: { code: 'string', reason: 'string' },
  deny: { reason: 'string', code: 'string', message: 'string', data: 'object' },
  ask: { reason: 'string', timeoutMs: 'number', remember: 'string', code: 'string' },
  modify: { value: 'any' },
  respond: { outcome: 'object' },
  retry: { delayMs: 'number' },
};

const REMEMBER: ReadonlySet<unknown> = new Set(['never', 'chat', 'session']);

/**
 * Turns an engine's answer into a verdict. `true` and `{ decision: 'allow' }` let the step pass, `false` and `{
 * decision: 'deny' }` do not, `{ decision: 'ask', reason }` asks, and so on with the verbs of the contract. Any other
 * answer, such as one with an unknown key or a field of another type, denies with code `<engine>_unknown`.
 */
export function engineVerdict(engine: EngineName, answer: unknown): AnyVerdict {
  if (answer === true) return { decision: 'allow' };
  if (answer === false) return denied(engine, {});
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return unknown(engine, `the answer is ${describe(answer)}`);
  const said = answer as Dict;
  const { decision, ...rest } = said;
  const fields =
    typeof decision === 'string' && Object.hasOwn(FIELDS, decision) ? FIELDS[decision] : undefined;
  if (fields === undefined) return unknown(engine, 'the answer has no decision that is known');
  const odd = Object.keys(rest).find((key) => !fits(rest[key], fields[key]));
  if (odd !== undefined) return unknown(engine, `the answer has an odd ${odd}`);
  return verdictOf(engine, decision as AnyVerdict['decision'], rest);
}

/** Returns the deny of an engine that could not decide. */
export function engineError(engine: EngineName, problem: string): DenyVerdict {
  return {
    decision: 'deny',
    code: `${engine}_error`,
    reason: 'A policy could not be evaluated.',
    data: { problem },
  };
}

function verdictOf(engine: EngineName, decision: AnyVerdict['decision'], rest: Dict): AnyVerdict {
  const { reason, code } = rest as { readonly reason?: string; readonly code?: string };
  switch (decision) {
    case 'allow':
      return code === undefined ? { decision } : { decision, code };
    case 'deny':
      return denied(engine, rest);
    case 'ask': {
      if (reason === undefined) return unknown(engine, 'an ask has no reason');
      if ('remember' in rest && !REMEMBER.has(rest['remember']))
        return unknown(engine, 'remember is not never, chat or session');
      const { code: _, ...ask } = rest;
      return { ...ask, decision, reason };
    }
    case 'modify':
      return 'value' in rest ? { decision, value: rest['value'] } : unknown(engine, 'no value');
    case 'respond':
      return 'outcome' in rest
        ? { decision, outcome: rest['outcome'] as Dict }
        : unknown(engine, 'no outcome');
    case 'retry':
      return { ...rest, decision };
  }
}

function denied(engine: EngineName, rest: Dict): DenyVerdict {
  return {
    reason: 'The policy does not allow this.',
    code: `${engine}_denied`,
    ...rest,
    decision: 'deny',
  };
}

function unknown(engine: EngineName, problem: string): DenyVerdict {
  return {
    decision: 'deny',
    code: `${engine}_unknown`,
    reason: 'A policy gave an answer that is not known.',
    data: { problem },
  };
}

function fits(value: unknown, kind: string | undefined): boolean {
  if (kind === undefined) return false;
  if (kind === 'any') return true;
  if (kind === 'number') return typeof value === 'number' && value >= 0;
  if (kind === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === kind;
}

function describe(answer: unknown): string {
  if (answer === undefined) return 'undefined';
  return answer === null ? 'null' : typeof answer;
}

/**
 * Half of a surrogate pair as JSON writes it. Cedar throws for one, each time with less stack left, until it throws for
 * every question; Rego reads one as another character, so that it would judge another text than the tool gets.
 */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Returns the denial of a question, as JSON, that holds half of a surrogate pair; `undefined` for any other question. */
export function halfPair(engine: EngineName, question: string): AnyVerdict | undefined {
  return HALF.test(question)
    ? engineError(engine, 'a text has half of a surrogate pair')
    : undefined;
}
