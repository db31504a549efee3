import { hookRunner } from './runner.ts';
import { learnSdk, type Sdk } from './sdk-copies.ts';

/**
 * Makes another copy of the SDK known, such as a second version of it: the classes of each copy are its own.
 * The copies that `import` and `require` get beside this package are known already.
 *
 * @example
 * useSdk(await import('@openai/agents-core'));
 */
export function useSdk(sdk: Sdk): void {
  learnSdk(sdk);
  hookRunner(sdk);
}
