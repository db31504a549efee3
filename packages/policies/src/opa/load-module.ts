import * as library from '@open-policy-agent/opa-wasm';
import { InterposeError, type Dict } from '@interpose/core';

import { atOnce } from '../shared/engines/at-once.ts';
import { plainValue, type Scalars } from '../shared/values/plain-value.ts';

type LoadedPolicy = library.LoadedPolicy;

// The types of the library leave out its default export, and only that one can load at once.
const { loadPolicySync } = (library as unknown as { readonly default: typeof library }).default;

/** A function of the app that Rego may call. It takes and returns plain data, and no promise: Rego does not wait. */
export type Builtin = (...args: readonly unknown[]) => unknown;

/** A loaded module, with the rule to evaluate. */
export interface LoadedModule {
  /** Returns the results of the rule for this input, in the form that OPA gives them. */
  evaluate(input: ArrayBuffer): unknown;
}

/** The functions that the library supplies, beside those that OPA compiles into the module. */
const BROUGHT = new Set([
  'json.is_valid',
  'regex.split',
  'sprintf',
  'yaml.is_valid',
  'yaml.marshal',
  'yaml.unmarshal',
]);

/** Every scalar is passed on as it is. */
export const JSON_VALUES: Scalars = { scalar: (value) => value, key: () => undefined };

/** The memory of a module in pages of 64 KiB: at most 64 MiB. */
const MEMORY = { initial: 5, maximum: 1024 };

/**
 * Loads a module once, with its data, and finds the rule to evaluate.
 *
 * @throws InterposeError `invalid_option` for what is no module, lacks the entrypoint, or needs unknown functions.
 */
export async function loadModule(
  wasm: BufferSource | WebAssembly.Module,
  entrypoint: string | undefined,
  data: Dict | undefined,
  builtins: Readonly<Record<string, Builtin>>,
): Promise<LoadedModule> {
  const functions = Object.fromEntries(
    Object.entries(builtins).map(([name, run]) => [name, answeringAtOnce(name, run)]),
  );
  const [module, compiled] = await load(wasm, functions);
  const names = Object.keys(module.entrypoints as Dict);
  const chosen = entrypoint ?? (names.length === 1 ? names[0] : undefined);
  if (chosen === undefined || !names.includes(chosen))
    throw invalid(
      entrypoint === undefined
        ? `there are ${names.length} entrypoints`
        : `there is no entrypoint ${entrypoint}`,
      `pass \`entrypoint\`, one of ${names.join(', ')}`,
    );
  const missing = neededBy(module).filter(
    (name) => !BROUGHT.has(name) && !Object.hasOwn(builtins, name),
  );
  if (missing.length > 0)
    throw invalid(
      `the policy calls ${missing.join(', ')}, which no WebAssembly module brings`,
      'pass them in `builtins`, or do without',
    );
  if (data !== undefined) setData(module, data);
  return restarting(module, chosen, () => {
    const fresh = loadPolicySync(compiled, { ...MEMORY }, functions);
    if (data !== undefined) setData(fresh, data);
    return fresh;
  });
}

/**
 * Goes on with a fresh module after each evaluation that failed. A failure leaves the stack of the module where it was,
 * and many of them would write over its constants.
 */
function restarting(
  module: LoadedPolicy,
  entrypoint: string,
  again: () => LoadedPolicy,
): LoadedModule {
  let usable: LoadedPolicy | undefined = module;
  return {
    evaluate(input) {
      const current = usable ?? again();
      usable = undefined;
      const results: unknown = current.evaluate(input, entrypoint);
      usable = current;
      return results;
    },
  };
}

async function load(
  wasm: BufferSource | WebAssembly.Module,
  functions: Readonly<Record<string, Builtin>>,
): Promise<readonly [LoadedPolicy, WebAssembly.Module]> {
  try {
    const compiled = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    return [await library.loadPolicy(compiled, { ...MEMORY }, functions), compiled];
  } catch (cause) {
    throw invalid('the module cannot be loaded', 'pass policy.wasm of `opa build -t wasm`', {
      cause,
    });
  }
}

/** Refuses what a builtin returns and is no plain data, as a promise or a Set: Rego would read it as an empty object. */
function answeringAtOnce(name: string, run: Builtin): Builtin {
  if (typeof run !== 'function')
    throw invalid(`the builtin ${name} is no function`, 'pass a function that returns plain data');
  if (BROUGHT.has(name))
    throw invalid(`the library brings ${name} itself, and would not call yours`, 'leave it out');
  return (...args) => {
    const answer: unknown = atOnce(`the builtin ${name}`, run(...args));
    return answer === undefined ? answer : plainValue(answer, JSON_VALUES);
  };
}

function setData(module: LoadedPolicy, data: Dict): void {
  try {
    module.setData(data);
  } catch (cause) {
    throw invalid('the data does not fit into the memory of the module', 'pass less', { cause });
  }
}

interface Exports {
  builtins(): number;
  opa_json_dump(address: number): number;
}

/** Returns the names of the functions that the module calls in its host. */
function neededBy(module: LoadedPolicy): readonly string[] {
  const instance = module.wasmInstance as WebAssembly.Instance;
  const exports = instance.exports as unknown as Exports; // OPA's ABI, which the library has checked
  const address = exports.opa_json_dump(exports.builtins());
  const bytes = new Uint8Array(module.mem.buffer, address);
  const text = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  return Object.keys(JSON.parse(text) as Dict);
}

function invalid(problem: string, remedy: string, options?: ErrorOptions): InterposeError {
  return new InterposeError('invalid_option', `opa: ${problem}`, remedy, options);
}
