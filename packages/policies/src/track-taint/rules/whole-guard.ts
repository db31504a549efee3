import { byName } from './by-name.ts';
import { everyoneWords } from './everyone-words.ts';
import type { ArgumentGuard, GuardKind } from './tool-rule.ts';

/** A guard with all defaults. */
export interface WholeGuard extends Omit<ArgumentGuard, 'oneOf' | 'everyone'> {
  /** Whether this is a tool whose results may list the value. */
  readonly isLister?: (tool: string) => boolean;
  /** The pattern for a user who speaks of all listed values. */
  readonly everyone?: RegExp;
}

const guardKinds: Readonly<Record<GuardKind, WholeGuard | undefined>> = {
  trusted: { must: 'be-trusted' },
  untainted: { must: 'be-untainted' },
  'not-copied': { must: 'not-be-copied' },
  'by-shape': { must: 'fit-its-shape' },
  free: undefined,
};

/** Completes a guard; undefined if it has no condition. */
export function wholeGuard(guard: GuardKind | ArgumentGuard): WholeGuard | undefined {
  if (typeof guard === 'string') return guardKinds[guard];
  const { oneOf, everyone, ...rest } = guard;
  if (oneOf === undefined) return rest;
  const listers = byName(Object.fromEntries([oneOf].flat().map((name) => [name, true] as const)));
  return {
    must: 'be-trusted',
    ...rest,
    isLister: (tool) => listers(tool) ?? false,
    ...(everyone === undefined ? {} : { everyone: everyoneWords(everyone) }),
  };
}
