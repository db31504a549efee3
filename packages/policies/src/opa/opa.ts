import {
  checkOptions,
  InterposeError,
  type AnyVerdict,
  type BaseContext,
  type Dict,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';
import { hash } from 'ohash';

import { inBudget } from '../shared/budget/in-budget.ts';
import { atOnce } from '../shared/engines/at-once.ts';
import { DecisionCache } from '../shared/engines/decision-cache.ts';
import { checkEngineEvents } from '../shared/engines/engine-events.ts';
import { engineError, halfPair } from '../shared/engines/engine-verdict.ts';
import { isRecord } from '../shared/values/is-record.ts';
import { NotPlain, plainValue } from '../shared/values/plain-value.ts';
import { sha256 } from '../shared/values/sha-256.ts';
import { JSON_VALUES, loadModule, type Builtin, type LoadedModule } from './load-module.ts';
import { opaInput } from './opa-input.ts';
import { opaVerdict, ownVerdict } from './opa-verdict.ts';

const OPTIONS = Object.keys({
  wasm: true,
  entrypoint: true,
  data: true,
  events: true,
  input: true,
  builtins: true,
  cache: true,
  version: true,
} satisfies Record<keyof OpaOptions, true>);

/**
 * Options of `opa`.
 *
 * @example
 * const options: OpaOptions = { wasm: await readFile('policy.wasm'), entrypoint: 'agent/verdict' };
 */
export interface OpaOptions {
  /** The bytes of `policy.wasm` from the bundle of `opa build -t wasm`, or a `WebAssembly.Module` made from them. */
  readonly wasm: ArrayBuffer | ArrayBufferView | object;
  /** The rule to evaluate. You can leave it out when the module has one entrypoint. */
  readonly entrypoint?: string;
  /** The `data` that Rego sees. */
  readonly data?: Dict;
  /** The events to decide. Default: `preToolCall`. */
  readonly events?: readonly string[];
  /** Returns the `input` that Rego sees. Default: the event, the user, the agent and the payload. */
  readonly input?: (ctx: BaseContext) => unknown;
  /** Functions that Rego calls and no module contains. With any of them, the default of `cache` is 0. */
  readonly builtins?: Readonly<Record<string, Builtin>>;
  /** The number of decisions to remember. Default: 1000. */
  readonly cache?: number;
  /** Part of the policy's version, which approvals are bound to. Default: a digest of the module. */
  readonly version?: string;
}

/**
 * A policy that asks Rego, compiled to WebAssembly and loaded once. Rego answers true, false or a verdict.
 *
 * @throws InterposeError `invalid_option` for what is no module, or a module that lacks what it needs.
 * @example
 * const policy = await opa({ wasm: await readFile('policy.wasm'), entrypoint: 'agent/verdict' });
 * createHooks({ policies: [policy] });
 */
export function opa(options: OpaOptions): Promise<Policy>;
export async function opa(options: OpaOptions, ...more: readonly unknown[]): Promise<Policy> {
  checkOptions('opa', options ?? null, OPTIONS, more);
  const { wasm, entrypoint, events = ['preToolCall'], builtins = {} } = options;
  checkEngineEvents('opa', events);
  const data = options.data === undefined ? undefined : plainData(options.data);
  const pure = Object.keys(builtins).length === 0;
  const decisions = new DecisionCache(options.cache ?? (pure ? 1000 : 0));
  const module = await loadModule(wasm, entrypoint, data, builtins);
  const { input = opaInput } = options;
  const run = (ctx: BaseContext): AnyVerdict => {
    let text: string;
    try {
      text = JSON.stringify(plainValue(atOnce('input', input(ctx)), JSON_VALUES));
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      return engineError('opa', error.message);
    }
    return (
      halfPair('opa', text) ?? ownVerdict(decisions.decide(text, () => evaluate(module, text)))
    );
  };
  const version = options.version ?? (await digestOf(wasm));
  return {
    name: 'opa',
    version: `1.0.0+${hash({ version, entrypoint, data })}`,
    hooks: inBudget(
      Object.fromEntries(events.map((event) => [event, { name: event, run }])) as PolicyHooks,
    ),
  };
}

function evaluate(module: LoadedModule, input: string): AnyVerdict {
  try {
    return opaVerdict(module.evaluate(new TextEncoder().encode(input).buffer));
  } catch (error) {
    if (error instanceof NotPlain) return engineError('opa', error.message);
    return engineError('opa', typeof error === 'string' ? error : 'the policy failed');
  }
}

/** Returns the data for Rego. What is no object, as of a file that is empty, would make every rule about it undefined. */
function plainData(data: Dict): Dict {
  if (!isRecord(data)) throw invalid('the data is no object', 'pass an object as JSON can hold it');
  try {
    return plainValue(data, JSON_VALUES) as Dict;
  } catch (cause) {
    throw invalid('the data is no plain data', 'pass an object as JSON can hold it', { cause });
  }
}

async function digestOf(wasm: BufferSource | WebAssembly.Module): Promise<string> {
  if (wasm instanceof WebAssembly.Module)
    throw invalid('a compiled module tells no version', 'pass `version`, a digest of its bytes');
  return await sha256(wasm);
}

function invalid(problem: string, remedy: string, options?: ErrorOptions): InterposeError {
  return new InterposeError('invalid_option', `opa: ${problem}`, remedy, options);
}
