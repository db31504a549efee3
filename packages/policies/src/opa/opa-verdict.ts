import type { AnyVerdict } from '@interpose/core';

import { engineVerdict } from '../shared/engines/engine-verdict.ts';

/** Turns the results of a rule into a verdict. They must be one boolean or verdict; an undefined rule denies. */
export function opaVerdict(results: unknown): AnyVerdict {
  if (!Array.isArray(results) || results.length !== 1) return engineVerdict('opa', undefined);
  const [only] = results as readonly unknown[];
  if (typeof only !== 'object' || only === null || !('result' in only))
    return engineVerdict('opa', undefined);
  return engineVerdict('opa', only.result);
}

/** Returns what the step may keep and change: a remembered answer has to stay as Rego gave it. */
export function ownVerdict(verdict: AnyVerdict): AnyVerdict {
  const isShared =
    verdict.decision === 'modify' || verdict.decision === 'respond' || 'data' in verdict;
  return isShared ? structuredClone(verdict) : verdict;
}
