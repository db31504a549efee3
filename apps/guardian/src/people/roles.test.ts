import { expect, test } from 'vitest';
import type { Role } from '@interpose/guardian-api';

import { mayAs, roles } from './roles.ts';

test('each role may do what those before it may', () => {
  const may = roles.map((role) => roles.map((needed) => mayAs(role, needed)));
  expect(may).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});

test('a role that nobody knows lets nobody in, whoever has it and whatever takes it', () => {
  // The database holds roles as texts.
  const unknown = 'owner' as Role;
  for (const role of [...roles, unknown])
    expect([role, mayAs(role, unknown), mayAs(unknown, role)]).toEqual([role, false, false]);
});
