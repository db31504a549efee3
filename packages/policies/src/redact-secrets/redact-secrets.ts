import { checkOptions, type OptionKind, type Policy } from '@interpose/core';

import type { Detector } from '../shared/redaction/redactor/detector.ts';
import type { RedactionOptions } from '../shared/redaction/hooks/redaction-options.ts';
import { redactionPolicy } from '../shared/redaction/redaction-policy.ts';
import { secretDetector } from './secret-detector.ts';
import { secretTypes, type SecretType } from './secret-types.ts';

const OPTIONS = {
  types: 'list',
  detectors: 'list',
  reversible: 'boolean',
  placeholder: 'function',
  restoreForTools: 'boolean or function',
  restoreInAnswers: 'boolean',
  redactAnswers: 'boolean',
  redactInstructions: 'boolean',
  maxValues: 'any',
  vault: 'any',
  priority: 'number',
} satisfies Record<keyof SecretOptions, OptionKind>;

/**
 * The secrets to hide, and from whom.
 *
 * @example
 * const options: SecretOptions = { types: ['GITHUB_TOKEN', 'PRIVATE_KEY'], restoreForTools: false };
 * redactSecrets(options);
 */
export interface SecretOptions extends Omit<RedactionOptions, 'name' | 'detectors'> {
  /** The kinds to hide. Default: all. */
  readonly types?: readonly SecretType[];
  /** Detectors for secrets of your own. */
  readonly detectors?: readonly Detector[];
}

/**
 * Hides keys, tokens and passwords from the model: it sees `<GITHUB_TOKEN_1>`, and tools get the real value back.
 *
 * @throws InterposeError `invalid_option` for options that cannot be meant.
 * @example
 * const hooks = createHooks({ policies: [redactSecrets()] });
 */
export function redactSecrets(options?: SecretOptions): Policy;
export function redactSecrets(options: SecretOptions = {}, ...more: readonly unknown[]): Policy {
  checkOptions('redactSecrets', options, OPTIONS, more);
  const { types = secretTypes, detectors = [], ...rest } = options;
  return redactionPolicy({
    restoreInAnswers: false,
    ...rest,
    name: 'redact-secrets',
    detectors: [secretDetector(types), ...detectors],
  });
}
