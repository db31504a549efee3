import { spend } from '../../shared/budget/work-budget.ts';
import type { WholeGuard } from '../rules/whole-guard.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { decodedForms } from '../text/decoded-forms.ts';
import { normalText } from '../text/normal-text.ts';
import { hostsIn } from '../text/hosts-in.ts';
import { addressesIn, shapeOf } from '../text/value-shape.ts';
import { isLetThrough } from './is-let-through.ts';

const SHORT_PROSE = 8;
/** The cost of finding the shape of a value for each character, in units of work. */
const PER_CHARACTER = 5;
const TRUSTED: WholeGuard = { must: 'be-trusted' };
const HOST: WholeGuard = { must: 'be-trusted', compare: 'host' };
const UNTAINTED: WholeGuard = { must: 'be-untainted' };
const TITLE: WholeGuard = { must: 'be-untainted', compare: 'topic' };

/**
 * Judges a value without a label by its shape: addresses must come from the user, tokens must not come from untrusted
 * text, and a text for people may report what was read, but must not lead anywhere.
 */
export function fitsItsShape(
  argument: string,
  value: string,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  const passes = (each: string, guard: WholeGuard): boolean =>
    isLetThrough(each, guard, provenance, hosts);
  spend(value.length * PER_CHARACTER);
  switch (shapeOf(value)) {
    case 'harmless':
      return true;
    case 'address':
      return (
        passes(value, value.includes('@') ? TRUSTED : HOST) ||
        passes(value, TRUSTED) ||
        isOfNamedPerson(value, provenance)
      );
    case 'token':
      return (
        passes(value, UNTAINTED) ||
        (namesObject(argument, value) && provenance.lists(value)) ||
        isBelowNamedFolder(value, provenance)
      );
    case 'prose': {
      const forms = decodedForms(value);
      const places = forms.flatMap(addressesIn);
      if (
        !places.every(
          (place) =>
            passes(place, place.includes('@') ? UNTAINTED : HOST) ||
            passes(place, UNTAINTED) ||
            isOfNamedPerson(place, provenance),
        )
      )
        return false;
      return isForPeople(argument, value) || passes(value, shortGuard(argument));
    }
  }
}

/** Judges a value for a tool that reads: a link alone can carry out what was read. */
export function leadsNowhere(
  value: string,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  if (shapeOf(value) !== 'address' || value.includes('@') || hostsIn(value).length === 0)
    return true;
  return [HOST, UNTAINTED].some((guard) => isLetThrough(value, guard, provenance, hosts));
}

/** Arguments that name an existing object: `product_id`, `repoName`, `input_ids`, `discount_code`. */
const OBJECT_ARGUMENT =
  /(?:^|_|[a-z])(?:ids?|I[Dd]s?|names?|Names?|codes?|Codes?|slug|Slug|sku)$|^user$/;
/** One or two short machine words, as in `P020` or `owner/project`; keys and passwords are longer or elsewhere. */
const OBJECT = /^[\w.-]{1,40}(?:\/[\w.-]{1,40})?$/;

/** Arguments that a machine runs: every word counts there, whatever its topic. */
const COMMAND_ARGUMENT =
  /(?:^|_)(?:command|cmd|script|bash|shell|sql|code|expression)s?$|[a-z](?:Command|Cmd|Script|Sql|SQL|Code|Expression)s?$/;
/** Arguments with a title: a reply has the title of the message it answers. */
const SUBJECT_ARGUMENT = /(?:^|_)(?:subject|title)$/i;
const ANSWER = /^\s*(?:re|fwd?|aw|wg|sv|tr|rv)\s*:/i;

/** Returns the guard of a short text: a title may be about a topic of the user, a command may not. */
function shortGuard(argument: string): WholeGuard {
  return COMMAND_ARGUMENT.test(argument) ? UNTAINTED : TITLE;
}

/** Whether a text may report what was read: a long text, or the title of a reply. */
function isForPeople(argument: string, value: string): boolean {
  if (COMMAND_ARGUMENT.test(argument)) return false;
  if (SUBJECT_ARGUMENT.test(argument) && ANSWER.test(value)) return true;
  return value.trim().split(/\s+/).length > SHORT_PROSE;
}

function namesObject(argument: string, value: string): boolean {
  return OBJECT_ARGUMENT.test(argument) && OBJECT.test(value);
}

/** Whether a file is below a folder that the user named. */
function isBelowNamedFolder(value: string, provenance: Provenance): boolean {
  const parts = value.split('/');
  if (!/^[~.]?\/[^/]/.test(value) || parts.includes('..')) return false;
  const texts = provenance.of('user');
  for (let end = parts.length - 1; end > 1; end--)
    if (texts.hold(normalText(parts.slice(0, end).join('/')))) return true;
  return false;
}

function isOfNamedPerson(value: string, provenance: Provenance): boolean {
  return value.includes('@') && provenance.isNamedAlone(value);
}
