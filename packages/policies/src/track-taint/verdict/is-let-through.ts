import { decodedForms } from '../text/decoded-forms.ts';
import { hostOf, isWithin } from '../text/hosts-in.ts';
import { normalText, wordsOf } from '../text/normal-text.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { stateless } from '../text/stateless.ts';
import type { ArgumentGuard } from '../rules/tool-rule.ts';
import type { TrustedTexts } from '../provenance/trusted-texts.ts';

/** True when one value of an argument holds what its guard asks for. */
export function isLetThrough(
  value: string,
  guard: ArgumentGuard,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  if (guard.allow?.some((allowed) => fits(value, allowed))) return true;
  const texts = provenance.of(guard.whose ?? 'authors');
  if (isTrusted(value, guard.compare ?? 'text', texts, hosts)) return true;
  if (guard.must === 'be-trusted' || provenance.isForgetful) return false;
  return !decodedForms(value).some((form) => provenance.derives(form));
}

/** True when the texts have all of the words. */
export function hasWords(texts: TrustedTexts, words: string): boolean {
  return wordsOf(words).every((word) => texts.haveWord(word));
}

function isTrusted(
  value: string,
  compare: NonNullable<ArgumentGuard['compare']>,
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
  // Without the anchors `a|ab` would find `a` in `ab`; with `m` they stand at lines.
  const whole = new RegExp(`^(?:${allowed.source})$`, stateless(allowed).flags);
  return whole.exec(value)?.[0] === value;
}
