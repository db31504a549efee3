import type { EventOptions } from '../../contract/hooks/hooks.ts';
import type { Verb } from '../../contract/decisions/verdict.ts';
import { checkOptions, type OptionKinds } from '../../errors/check-options.ts';
import { InterposeError } from '../../errors/interpose-error.ts';
import { type EventDefinition, usualVerbs } from './event-table.ts';

const VERBS: readonly string[] = ['allow', 'deny', 'modify', 'respond', 'ask', 'retry'];

const KINDS: OptionKinds = {
  kind: 'any',
  slot: 'string',
  outcomes: 'list',
  verbs: 'list',
  after: 'boolean',
};

/**
 * Makes the run-time definition of a custom event.
 *
 * @throws InterposeError `invalid_event` for options that do not work, `invalid_option` for values of another
 * type and for arguments after them.
 */
export function defineEvent(
  name: string,
  options: EventOptions,
  more?: readonly unknown[],
): EventDefinition {
  checkOptions(`the event ${name}`, options, KINDS, more, 'invalid_event');
  const problem = problemOf(options);
  if (problem !== undefined) {
    throw new InterposeError(
      'invalid_event',
      `the event ${name} ${problem}`,
      'pass a kind, and verbs the event can carry out',
    );
  }
  const { kind, slot, outcomes = [], verbs, after = false } = options;
  const taken = verbs ?? usualVerbs(slot !== undefined, outcomes, false);
  return {
    name,
    kind,
    slot,
    outcomes,
    verbs: kind === 'observer' ? [] : ([...new Set(['allow', 'deny', ...taken])] as Verb[]),
    after,
    answers: undefined,
    checkSlot: undefined,
    keys: undefined,
    ending: false,
  };
}

function problemOf({ kind, slot, outcomes = [], verbs = [], after }: Partial<EventOptions> = {}):
  | string
  | undefined {
  if (kind !== 'interceptor' && kind !== 'observer') return 'has no kind';
  if (kind === 'observer')
    return verbs.length > 0 ? 'is for observers, who decide nothing' : undefined;
  const unknown = verbs.find((verb) => !VERBS.includes(verb));
  if (unknown !== undefined) return `takes the verb ${unknown}, which does not exist`;
  if (verbs.includes('modify') && slot === undefined) return 'takes modify but has no slot';
  if (verbs.includes('respond') && outcomes.length === 0)
    return 'takes respond but has no outcomes';
  if (verbs.includes('retry') && after !== true)
    return 'takes retry, which is for events after a step';
  return undefined;
}
