import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { expect, test } from 'vitest';

import { ERROR_TYPE, GEN_AI } from './semantic-names.ts';

test('every name of the conventions is one they have', () => {
  const known = new Set<unknown>(Object.values(conventions));
  const unknown = [...Object.values(GEN_AI), ERROR_TYPE].filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
});
