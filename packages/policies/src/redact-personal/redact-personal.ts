import { checkOptions, type OptionKind, type Policy } from '@interpose/core';

import type { Detector } from '../shared/redaction/redactor/detector.ts';
import type { RedactionOptions } from '../shared/redaction/hooks/redaction-options.ts';
import { redactionPolicy } from '../shared/redaction/redaction-policy.ts';
import { ownLists } from './own-lists.ts';
import { ownPatterns, type OwnPattern } from './own-patterns.ts';
import { personalDetector } from './personal-detector.ts';
import { personalTypes, type PersonalType } from './personal-types.ts';

const OPTIONS = {
  types: 'list',
  patterns: 'list',
  lists: 'object',
  name: 'any',
  reversible: 'boolean',
  placeholder: 'function',
  restoreForTools: 'boolean or function',
  restoreInAnswers: 'boolean',
  redactAnswers: 'boolean',
  redactInstructions: 'boolean',
  maxValues: 'any',
  vault: 'any',
  priority: 'number',
} satisfies Record<keyof RedactPersonalOptions, OptionKind>;

/**
 * The personal data to find, and how to redact it.
 *
 * @example
 * const options: RedactPersonalOptions = { types: ['IBAN_CODE'], lists: { CUSTOMER: ['Ann Example'] } };
 */
export interface RedactPersonalOptions extends Partial<Omit<RedactionOptions, 'detectors'>> {
  /** The built-in types to find. Default: all `personalTypes`. */
  readonly types?: readonly PersonalType[];
  /** Patterns of the app, each with its type. */
  readonly patterns?: readonly OwnPattern[];
  /** Words of the app by type, for example names; whole words in any case. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Hides personal data from the model: it reads `<EMAIL_ADDRESS_1>`, while tools and the reader of the answer get the
 * real value. Works plain and streamed, in requests, arguments, results, answers, knowledge and memory.
 *
 * @throws InterposeError `invalid_option` for an unknown type, or a pattern that could take more than linear time.
 * @example
 * const hooks = createHooks({ policies: [redactPersonal({ types: ['EMAIL_ADDRESS', 'PHONE_NUMBER'] })] });
 */
export function redactPersonal(options?: RedactPersonalOptions): Policy;
export function redactPersonal(
  options: RedactPersonalOptions = {},
  ...more: readonly unknown[]
): Policy {
  checkOptions('redactPersonal', options, OPTIONS, more);
  const { types = personalTypes, patterns = [], lists = {}, ...redaction } = options;
  const detectors: Detector[] = [];
  if (patterns.length > 0) detectors.push(ownPatterns(patterns));
  if (Object.keys(lists).length > 0) detectors.push(ownLists(lists));
  // With no types and no other detector there is nothing to find, and `personalDetector` throws.
  if (types.length > 0 || detectors.length === 0) detectors.unshift(personalDetector(types));
  return redactionPolicy({ name: 'redact-personal', ...redaction, detectors });
}
