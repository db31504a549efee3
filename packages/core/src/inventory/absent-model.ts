import { DeniedError } from '../errors/denied-error.ts';

/**
 * The error of a call to a model that a policy wants absent.
 *
 * @example
 * absentModel('small').denial.code; // => 'model_absent'
 */
export function absentModel(name: string): DeniedError {
  return new DeniedError({
    decision: 'deny',
    code: 'model_absent',
    reason: `The model ${name} is not part of this agent.`,
    by: 'onInventoryChange',
    policy: 'onInventoryChange',
    event: 'onInventoryChange',
  });
}
