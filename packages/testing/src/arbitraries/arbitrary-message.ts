import type { Message } from '@interpose/core';
import { array, constantFrom, record, uuid, type Arbitrary } from 'fast-check';

import { arbitraryContent } from './arbitrary-part.ts';

/** Generates any message of any role. */
export function arbitraryMessage(): Arbitrary<Message> {
  return record(
    {
      id: uuid(),
      role: constantFrom('system', 'user', 'assistant', 'tool'),
      content: arbitraryContent(),
    },
    { requiredKeys: ['role', 'content'] },
  );
}

/** Generates a conversation of any order of roles, since hosts keep unusual histories. */
export function arbitraryMessages(): Arbitrary<readonly Message[]> {
  return array(arbitraryMessage(), { maxLength: 6 });
}
