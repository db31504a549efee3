import * as beside from '@openai/agents-core';

/** What the adapter uses of one copy of the SDK. */
export type Sdk = Pick<
  typeof beside,
  | 'Agent'
  | 'Runner'
  | 'RunState'
  | 'RunToolApprovalItem'
  | 'Usage'
  | 'NoopTrace'
  | 'attachClientToolSearchExecutor'
  | 'getClientToolSearchExecutor'
  | 'getCurrentSpan'
  | 'getCurrentTrace'
  | 'invokeFunctionTool'
  | 'mcpToFunctionTool'
  | 'tool'
  | 'withFunctionSpan'
  | 'withTrace'
>;

const copies = new Set<Sdk>([beside]);

interface BuiltinLoader {
  getBuiltinModule?(
    name: string,
  ): { readonly createRequire: (from: string) => Require } | undefined;
}

/** Makes another copy of the SDK known. */
export function learnSdk(sdk: Sdk): void {
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

/** The copies that are loaded already: that of `import` always, that of `require` where the app has required it. */
export function loadedSdks(): readonly Sdk[] {
  const require = requireHere();
  const path = require?.resolve(SDK);
  return path !== undefined && require?.cache[path] !== undefined ? besideSdks() : [...copies];
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
  const required = requireHere()?.(SDK);
  if (required === undefined) return false;
  learnSdk(required as Sdk);
  return true;
}

const SDK = '@openai/agents-core';

interface Require {
  (name: string): unknown;
  resolve(name: string): string;
  readonly cache: Readonly<Record<string, unknown>>;
}

function requireHere(): Require | undefined {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  return process?.getBuiltinModule?.('node:module')?.createRequire(import.meta.url);
}
