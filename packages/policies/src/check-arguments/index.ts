export type { ArgumentCheck, ArgumentPredicate } from './argument-check.ts';
export { checkArguments, type CheckArgumentsOptions } from './check-arguments.ts';
