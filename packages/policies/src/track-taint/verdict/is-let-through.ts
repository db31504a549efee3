import { decodedForms } from '../text/decoded-forms.ts';
import { hostOf, hostsIn, isWithin } from '../text/hosts-in.ts';
import { normalText, wordsOf } from '../text/normal-text.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { stateless } from '../text/stateless.ts';
import type { WholeGuard } from '../rules/whole-guard.ts';
import type { TrustedTexts } from '../provenance/trusted-texts.ts';

/** Whether a value meets the condition of its guard. */
export function isLetThrough(
  value: string,
  guard: WholeGuard,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  if (guard.allow?.some((allowed) => fits(value, allowed))) return true;
  const texts = provenance.of(guard.whose ?? 'authors');
  if (guard.links === 'be-trusted' && !leadsToTrusted(value, texts, hosts)) return false;
  if (guard.must === undefined) return true;
  if (isTrusted(value, guard.compare ?? 'text', texts, hosts)) return true;
  if (isOneOf(value, guard, provenance)) return true;
  if (guard.must === 'be-trusted' || provenance.isForgetful) return false;
  const isTaken = (form: string): boolean =>
    guard.must === 'not-be-copied'
      ? provenance.copies(form, guard.words ?? LONGEST_RUN)
      : provenance.derives(form);
  return !decodedForms(value).some(isTaken);
}

/** The words in a row that two people hardly write by chance. */
const LONGEST_RUN = 8;

/** Whether all links and hosts in a text, in any encoding, lead to hosts that trusted texts name. */
function leadsToTrusted(text: string, texts: TrustedTexts, hosts: ReadonlySet<string>): boolean {
  return decodedForms(text)
    .flatMap(hostsIn)
    .every((host) => isWithin(host, hosts) || texts.nameHost(host));
}

function isOneOf(
  value: string,
  { isLister, everyone }: WholeGuard,
  provenance: Provenance,
): boolean {
  if (isLister === undefined) return false;
  if (everyone !== undefined && !provenance.user.match(everyone)) return false;
  return value.trim() !== '' && provenance.lists(value, isLister);
}

/** Whether the texts contain all of these words. */
export function hasWords(texts: TrustedTexts, words: string): boolean {
  return wordsOf(words).every((word) => texts.haveWord(word));
}

function isTrusted(
  value: string,
  compare: NonNullable<WholeGuard['compare']>,
  texts: TrustedTexts,
  hosts: ReadonlySet<string>,
): boolean {
  if (compare === 'topic')
    return wordsOf(value).some((word) => word.length >= 5 && texts.haveWord(word));
  if (compare === 'words') return hasWords(texts, value);
  if (compare === 'text') return texts.hold(normalText(value)) || texts.holdNumber(value);
  const host = hostOf(value);
  return host !== undefined && (isWithin(host, hosts) || texts.nameHost(host));
}

function fits(value: string, allowed: string | RegExp): boolean {
  if (typeof allowed === 'string') return normalText(value) === normalText(allowed);
  // Without anchors, `a|ab` finds `a` in `ab`; with `m`, anchors match at lines. So the match must be the value.
  const whole = new RegExp(`^(?:${allowed.source})$`, stateless(allowed).flags);
  return whole.exec(value)?.[0] === value;
}
