import * as beside from '@openai/agents-core';

/** What the adapter uses of one copy of the SDK. */
export type Sdk = Pick<
  typeof beside,
  'Agent' | 'Runner' | 'RunState' | 'Usage' | 'getCurrentSpan' | 'invokeFunctionTool'
>;

/** The copy that `import` gets beside this package. */
export const importedSdk: Sdk = beside;

const copies = new Set<Sdk>([importedSdk]);

interface BuiltinLoader {
  getBuiltinModule?(
    name: string,
  ): { readonly createRequire: (from: string) => (name: string) => unknown } | undefined;
}

/**
 * Makes another copy of the SDK known, such as a second version of it: the classes of each copy are its own.
 * The copies that `import` and `require` get beside this package are known already.
 *
 * @example
 * useSdk(await import('@openai/agents-core'));
 */
export function useSdk(sdk: Sdk): void {
  copies.add(sdk);
}

/** The copy this agent or runner is made of; undefined where nobody made it known. */
export function sdkOf(target: object): Sdk | undefined {
  return find(target) ?? (learnRequired() ? find(target) : undefined);
}

/** The copies that `import` and `require` get beside this package. */
export function besideSdks(): readonly Sdk[] {
  learnRequired();
  return [...copies];
}

function find(target: object): Sdk | undefined {
  for (const sdk of copies) {
    if (target instanceof sdk.Agent || target instanceof sdk.Runner) return sdk;
    if (target === sdk.Runner || target === sdk.Agent) return sdk;
  }
  return undefined;
}

let hasRequired = false;

/** Looks at the copy that `require` gets, once: its classes are others than those of an `import`. */
function learnRequired(): boolean {
  if (hasRequired) return false;
  hasRequired = true;
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  const loader = process?.getBuiltinModule?.('node:module');
  if (loader === undefined) return false;
  useSdk(loader.createRequire(import.meta.url)('@openai/agents-core') as Sdk);
  return true;
}
