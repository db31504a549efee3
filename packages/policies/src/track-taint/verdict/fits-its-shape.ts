import type { ArgumentGuard } from '../rules/tool-rule.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { decodedForms } from '../text/decoded-forms.ts';
import { hostsIn } from '../text/hosts-in.ts';
import { addressesIn, shapeOf } from '../text/value-shape.ts';
import { isLetThrough } from './is-let-through.ts';

const SHORT_PROSE = 8;
const TRUSTED: ArgumentGuard = { must: 'be-trusted' };
const HOST: ArgumentGuard = { must: 'be-trusted', compare: 'host' };
const UNTAINTED: ArgumentGuard = { must: 'be-untainted' };
const TITLE: ArgumentGuard = { must: 'be-untainted', compare: 'topic' };

/**
 * Judges a value of which nobody said what it is: addresses have to be the user's, tokens may not come out of untrusted
 * text, a text for people may tell what was read but not where to go.
 */
export function fitsItsShape(
  value: string,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  const passes = (each: string, guard: ArgumentGuard): boolean =>
    isLetThrough(each, guard, provenance, hosts);
  switch (shapeOf(value)) {
    case 'harmless':
      return true;
    case 'address':
      return passes(value, value.includes('@') ? TRUSTED : HOST) || passes(value, TRUSTED);
    case 'token':
      return passes(value, UNTAINTED);
    case 'prose': {
      const forms = decodedForms(value);
      const places = forms.flatMap(addressesIn);
      if (
        !places.every(
          (place) =>
            passes(place, place.includes('@') ? UNTAINTED : HOST) || passes(place, UNTAINTED),
        )
      )
        return false;
      return value.trim().split(/\s+/).length > SHORT_PROSE || passes(value, TITLE);
    }
  }
}

/** Judges a value of a tool that reads: a link is itself a way out for what was read. */
export function leadsNowhere(
  value: string,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  if (shapeOf(value) !== 'address' || value.includes('@') || hostsIn(value).length === 0)
    return true;
  return [HOST, UNTAINTED].some((guard) => isLetThrough(value, guard, provenance, hosts));
}
