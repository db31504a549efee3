import type { Hooks } from '@interpose/core';

import type { ReportOptions } from './report-options.ts';

/** The costs of models' answers, until their decisions are reported. */
interface SpendWatch {
  /** Returns the cost of the answer of this decision, once. */
  readonly spent: (decision: string) => { readonly spend?: number };
  readonly unwatch: () => void;
}

/** Computes the cost of every model answer. Observers of an event run before those of its decision. */
export function watchSpend(
  hooks: Pick<Hooks, 'observe'>,
  spendOf: ReportOptions['spendOf'],
): SpendWatch {
  if (spendOf === undefined) return { spent: () => ({}), unwatch: () => undefined };
  const costs = new Map<string, number>();
  const unwatch = hooks.observe('onResponse', ({ stepId, request, response }) => {
    const { usage } = response;
    if (usage === undefined) return;
    const { model } = request;
    const spend = spendOf({ usage, ...(model === undefined ? {} : { model }) });
    if (spend !== undefined && Number.isFinite(spend) && spend > 0) costs.set(stepId, spend);
  });
  const spent = (decision: string): { readonly spend?: number } => {
    const spend = costs.get(decision);
    costs.delete(decision);
    return spend === undefined ? {} : { spend };
  };
  return { spent, unwatch };
}
