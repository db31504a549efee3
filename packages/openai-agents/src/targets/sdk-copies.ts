import * as beside from '@openai/agents-core';

/** The exports of the SDK that this adapter uses, of one copy of it. */
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

/** Returns the copy of the SDK whose class this agent or runner is; undefined if that copy is not known. */
export function sdkOf(target: object): Sdk | undefined {
  return find(target) ?? (learnRequired() ? find(target) : undefined);
}

/** Returns all known copies, after loading the one that `require` finds from this package. */
export function besideSdks(): readonly Sdk[] {
  learnRequired();
  return [...copies];
}

/** Returns the copies that are loaded: the one of `import` always, the one of `require` if the app has required it. */
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

/** Loads the copy that `require` finds, once: its classes are not those of the imported copy. True if it is new. */
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

/** Returns what loads the copy of `require`; undefined without one, as in an app that is bundled with the SDK. */
function requireHere(): Require | undefined {
  const { process } = globalThis as { readonly process?: BuiltinLoader };
  try {
    const require = process?.getBuiltinModule?.('node:module')?.createRequire(import.meta.url);
    require?.resolve(SDK);
    return require;
  } catch {
    return undefined;
  }
}
