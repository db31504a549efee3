import type { Hooks } from '@interpose/core';

import type { ReportOptions } from './report-options.ts';

/** What the answers of models cost, until their decisions are reported. */
interface SpendWatch {
  /** What the answer that this decision is about cost, once. */
  readonly spent: (decision: string) => { readonly spend?: number };
  readonly unwatch: () => void;
}

/** Asks for the cost of every answer of a model; observers of an event are told of it before those of its decision. */
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
