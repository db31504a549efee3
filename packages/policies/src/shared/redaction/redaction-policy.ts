import { InterposeError, type Policy } from '@interpose/core';

import { inBudget } from '../budget/in-budget.ts';
import { MOST_WORK } from '../budget/work-budget.ts';
import { readerHooks } from './hooks/reader-hooks.ts';
import { Redactor } from './redactor/redactor.ts';
import type { Detector } from './redactor/detector.ts';
import { toolHooks } from './hooks/tool-hooks.ts';
import type { RedactionOptions, RedactionSettings } from './hooks/redaction-options.ts';
import { modelHooks } from './hooks/model-hooks.ts';
import { retrievalHooks } from './hooks/retrieval-hooks.ts';

/**
 * A policy that hides from the model the values that detectors find, and gives tools and readers the real values back.
 * Tokens are numbered in each session; equal values get the same token. Unreadable values are denied.
 *
 * @throws InterposeError `invalid_option`.
 * @example
 * const policy = redactionPolicy({ name: 'redact-tickets', detectors: [tickets] });
 */
export function redactionPolicy(options: RedactionOptions): Policy {
  const { priority = 10, ...given } = options;
  const settings: RedactionSettings = {
    reversible: true,
    placeholder: (type) => `<${type}>`,
    restoreForTools: true,
    restoreInAnswers: true,
    redactAnswers: true,
    redactInstructions: true,
    maxValues: 1000,
    vault: 'keep',
    ...given,
  };
  check(settings);
  const redactor = new Redactor({ ...settings, key: `${settings.name}:vault` });
  const policy: Policy = {
    name: settings.name,
    version: '1.0.0',
    priority,
    hooks: {
      ...inBudget(
        {
          ...modelHooks(redactor, settings),
          ...retrievalHooks(redactor),
          ...toolHooks(redactor, settings),
          ...readerHooks(redactor, settings),
        },
        workFor,
      ),
      ...(settings.vault === 'forget' && {
        onSessionEnd: ({ session }) => redactor.emptyVault(session),
      }),
    },
  };
  redactors.set(policy, redactor);
  return policy;
}

/** Returns the work for a history: one budget for each message, which each message also had when it was new. */
function workFor(context: unknown): number {
  const { request, messages = request?.messages } = context as {
    readonly request?: { readonly messages: readonly unknown[] };
    readonly messages?: readonly unknown[];
  };
  return MOST_WORK * Math.max(1, messages?.length ?? 1);
}

const redactors = new WeakMap<Policy, Redactor>();

/** Returns the redactors of these policies. Throws `invalid_option` for no policies, or one that redacts nothing. */
export function redactorsOf(owner: string, policies: readonly Policy[]): readonly Redactor[] {
  const invalid = (problem: string, remedy: string): InterposeError =>
    new InterposeError('invalid_option', `${owner}: ${problem}`, remedy);
  if (!Array.isArray(policies) || policies.length === 0)
    throw invalid('needs policies that redact', 'pass [redactSecrets(), redactPersonal()]');
  return policies.map((policy: Policy) => {
    const redactor = redactors.get(policy);
    if (redactor !== undefined) return redactor;
    throw invalid(
      `the policy ${policy?.name} redacts nothing`,
      'pass what redactSecrets or redactPersonal return',
    );
  });
}

/** Whether this is a detector; callers in JavaScript may pass anything. */
function isDetector(detector: unknown): boolean {
  const { types, find } = Object(detector) as Partial<Detector>;
  return Array.isArray(types) && typeof find === 'function';
}

function check({ detectors, maxValues, vault }: RedactionSettings): void {
  if (!detectors.every(isDetector))
    throw new InterposeError(
      'invalid_option',
      'detectors holds what finds nothing',
      'pass detectors: { types, find(text) }',
    );
  const types = detectors.flatMap((detector) => detector.types);
  const odd = types.find((type) => !/^[A-Z][A-Z0-9_]{0,39}$/.test(type));
  if (odd !== undefined)
    throw new InterposeError(
      'invalid_option',
      `a detector finds the type "${odd}"`,
      'name types in upper case, digits and underscores, at most 40',
    );
  if (!Number.isSafeInteger(maxValues) || maxValues < 0)
    throw new InterposeError(
      'invalid_option',
      `maxValues is ${String(maxValues)}`,
      'give a whole number from 0',
    );
  if (vault !== 'keep' && vault !== 'forget')
    throw new InterposeError(
      'invalid_option',
      `vault is ${String(vault)}`,
      "give 'keep' or 'forget'",
    );
}
