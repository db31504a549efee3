import type { ToolCall } from '@interpose/core';

import { fitsItsShape, leadsNowhere } from './fits-its-shape.ts';
import { isLetThrough } from './is-let-through.ts';
import type { Provenance } from '../provenance/provenance.ts';
import type { WholeRule } from '../rules/rule-of-tool.ts';
import type { WholeGuard } from '../rules/whole-guard.ts';
import { bareText } from '../text/normal-text.ts';
import { namedStringsIn } from '../text/strings-in.ts';
import { shapeOf } from '../text/value-shape.ts';

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
  let pieces: TaintedValue[] = [];
  for (const argument of Object.keys(args)) {
    const guard = rule.guardOf(argument);
    if (guard === undefined) continue;
    for (const [field, value] of namedStringsIn(argument, { [argument]: args[argument] })) {
      const found = { argument, value, guard };
      if (!passes(field, value, guard, provenance, hosts)) yield found;
      else if (mayBePiece(found, provenance, hosts)) pieces.push(found);
      else {
        yield* taintedTogether(pieces, provenance, hosts);
        pieces = [];
      }
    }
  }
  yield* taintedTogether(pieces, provenance, hosts);
}

const LONGEST_PIECE = 256;

/** Whether a value that passed is one that nobody is known to have written, so that it may be a piece of a copy. */
function mayBePiece(
  { value, guard }: TaintedValue,
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): boolean {
  if (value.length > LONGEST_PIECE) return false;
  const isCompared =
    guard.must === 'be-untainted' || (guard.must === 'fit-its-shape' && shapeOf(value) === 'token');
  return isCompared && !isBeside(value, guard, provenance, hosts);
}

/** The fewest letters and digits of a copy in pieces: fewer stand side by side in a text by chance. */
const SHORTEST_COPY = 10;

/** Yields values that stand beside each other and are a copy only together. */
function* taintedTogether(
  pieces: readonly TaintedValue[],
  provenance: Provenance,
  hosts: ReadonlySet<string>,
): Generator<TaintedValue, void> {
  const [first, ...others] = pieces;
  if (first === undefined || others.length === 0) return;
  const value = pieces.map((piece) => piece.value).join('');
  if (bareText(value).length < SHORTEST_COPY) return;
  const guard: WholeGuard = { ...first.guard, must: 'be-untainted' };
  if (!isLetThrough(value, guard, provenance, hosts)) yield { ...first, value };
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
