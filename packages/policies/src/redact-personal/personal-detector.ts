import type { Detector } from '../shared/redaction/redactor/detector.ts';
import { personalTypes, kindsOf, type PersonalType } from './personal-types.ts';
import { findPersonal } from './scan/find-personal.ts';
import { personalPendingFrom } from './scan/personal-pending-from.ts';

/**
 * Finds personal data of these types, all by default, in one pass over the text.
 *
 * @example
 * personalDetector(['EMAIL_ADDRESS']).find('to ann@mail.example'); // [{ start: 3, end: 19, type: 'EMAIL_ADDRESS' }]
 */
export function personalDetector(types: readonly PersonalType[] = personalTypes): Detector {
  const kinds = kindsOf(types);
  return {
    types,
    find: (text) => findPersonal(text, kinds),
    pendingFrom: personalPendingFrom,
  };
}
