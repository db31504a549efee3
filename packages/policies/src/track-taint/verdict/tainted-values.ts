import type { ToolCall } from '@interpose/core';

import { fitsItsShape, leadsNowhere } from './fits-its-shape.ts';
import { isLetThrough } from './is-let-through.ts';
import type { Provenance } from '../provenance/provenance.ts';
import type { WholeRule } from '../rules/rule-of-tool.ts';
import { stringsIn } from '../text/strings-in.ts';
import type { ArgumentGuard } from '../rules/tool-rule.ts';

/** A value that its guard does not let through. */
export interface TaintedValue {
  readonly argument: string;
  readonly value: string;
  readonly guard: ArgumentGuard;
}

/** The values of a call that are not let through, in order. */
export function* taintedValues(
  { args }: ToolCall,
  rule: WholeRule,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): Generator<TaintedValue, void> {
  for (const argument of Object.keys(args)) {
    const guard = rule.guardOf(argument);
    if (guard === undefined) continue;
    for (const value of stringsIn({ [argument]: args[argument] }))
      if (!passes(argument, value, guard, provenance, hosts)) yield { argument, value, guard };
  }
}

function passes(
  argument: string,
  value: string,
  guard: ArgumentGuard,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  if (guard.must === 'fit-its-shape') return fitsItsShape(argument, value, provenance, hosts);
  if (guard.must === 'lead-nowhere') return leadsNowhere(value, provenance, hosts);
  return isLetThrough(value, guard, provenance, hosts);
}
