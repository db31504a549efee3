import { InterposeError } from '@interpose/core';

import type { Detector } from '../shared/redaction/redactor/detector.ts';
import { personalTypes, kindsOf, type PersonalType } from './personal-types.ts';
import { findPersonal } from './scan/find-personal.ts';
import { personalPendingFrom } from './scan/personal-pending-from.ts';

/**
 * Finds personal data of these types (default: all) in one pass over the text.
 *
 * @throws InterposeError `invalid_option` for a type that nobody knows, or none.
 * @example
 * personalDetector(['EMAIL_ADDRESS']).find('to ann@mail.example'); // [{ start: 3, end: 19, type: 'EMAIL_ADDRESS' }]
 */
export function personalDetector(types: readonly PersonalType[] = personalTypes): Detector {
  // A place, since what is unknown may be undefined.
  const unknown = types.findIndex((type) => !personalTypes.includes(type));
  if (unknown >= 0 || types.length === 0)
    throw new InterposeError(
      'invalid_option',
      unknown < 0 ? 'types holds nothing' : `there is no check for the type ${types[unknown]}`,
      `choose of ${personalTypes.join(', ')}, or give a pattern or a list of your own`,
    );
  const kinds = kindsOf(types);
  return {
    types,
    find: (text) => findPersonal(text, kinds),
    pendingFrom: personalPendingFrom,
  };
}
