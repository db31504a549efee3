import { loadPolicy, type LoadedPolicy } from '@open-policy-agent/opa-wasm';
import { InterposeError, type Dict } from '@interpose/core';

import { atOnce } from '../shared/engines/at-once.ts';

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

/** The most pages (64 KiB each) that a module may take: 64 MiB. */
const MOST_PAGES = 1024;

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
  const module = await load(wasm, builtins);
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
  return { evaluate: (input) => module.evaluate(input, chosen) as unknown };
}

async function load(
  wasm: BufferSource | WebAssembly.Module,
  builtins: Readonly<Record<string, Builtin>>,
): Promise<LoadedPolicy> {
  const functions = Object.fromEntries(
    Object.entries(builtins).map(([name, run]) => [name, answeringAtOnce(name, run)]),
  );
  try {
    return await loadPolicy(wasm, { initial: 5, maximum: MOST_PAGES }, functions);
  } catch (cause) {
    throw invalid('the module cannot be loaded', 'pass policy.wasm of `opa build -t wasm`', {
      cause,
    });
  }
}

/** Refuses the promise of a builtin: Rego would read it as an empty object. */
function answeringAtOnce(name: string, run: Builtin): Builtin {
  if (typeof run !== 'function')
    throw invalid(`the builtin ${name} is no function`, 'pass a function that returns plain data');
  return (...args) => atOnce(`the builtin ${name}`, run(...args));
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
