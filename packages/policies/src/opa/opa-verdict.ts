import type { AnyVerdict } from '@interpose/core';

import { engineVerdict } from '../shared/engines/engine-verdict.ts';

/** What the results of a rule come to: exactly one, a boolean or a verdict; an undefined rule has none, which denies. */
export function opaVerdict(results: unknown): AnyVerdict {
  if (!Array.isArray(results) || results.length !== 1) return engineVerdict('opa', undefined);
  const [only] = results as readonly unknown[];
  if (typeof only !== 'object' || only === null || !('result' in only))
    return engineVerdict('opa', undefined);
  return engineVerdict('opa', only.result);
}
