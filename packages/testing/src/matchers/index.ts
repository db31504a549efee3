import type { PolicyMatchers } from './policy-matchers.ts';

declare module 'vitest' {
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends PolicyMatchers<R> {}
}

export { policyMatchers } from './policy-matchers.ts';
export type { ExpectedDenial, PolicyMatchers } from './policy-matchers.ts';
