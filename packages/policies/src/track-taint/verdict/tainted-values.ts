import type { ToolCall } from '@interpose/core';

import { fitsItsShape, leadsNowhere } from './fits-its-shape.ts';
import { isLetThrough } from './is-let-through.ts';
import type { Provenance } from '../provenance/provenance.ts';
import type { WholeRule } from '../rules/rule-of-tool.ts';
import type { WholeGuard } from '../rules/whole-guard.ts';
import { namedStringsIn } from '../text/strings-in.ts';

/** A value that fails its guard. */
export interface TaintedValue {
  readonly argument: string;
  readonly value: string;
  readonly guard: WholeGuard;
}

/** Yields the values of a call that fail their guards, in order. */
export function* taintedValues(
  { args }: ToolCall,
  rule: WholeRule,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): Generator<TaintedValue, void> {
  for (const argument of Object.keys(args)) {
    const guard = rule.guardOf(argument);
    if (guard === undefined) continue;
    for (const [field, value] of namedStringsIn(argument, { [argument]: args[argument] }))
      if (!passes(field, value, guard, provenance, hosts)) yield { argument, value, guard };
  }
}

function passes(
  argument: string,
  value: string,
  guard: WholeGuard,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  switch (guard.must) {
    case 'fit-its-shape':
      return (
        fitsItsShape(argument, value, provenance, hosts) ||
        isBeside(value, guard, provenance, hosts)
      );
    case 'lead-nowhere':
      return leadsNowhere(value, provenance, hosts) || isBeside(value, guard, provenance, hosts);
    default:
      return isLetThrough(value, guard, provenance, hosts);
  }
}

/** Whether `allow` or `oneOf` lets a value pass that fails by its shape. */
function isBeside(
  value: string,
  guard: WholeGuard,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  return isLetThrough(value, { ...guard, must: 'be-trusted' }, provenance, hosts);
}
