import { passUnmediated, type Hooking } from '@interpose/adapter-kit';
import { surface } from '../coverage/require-enforced.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { isModel } from '../targets/shapes.ts';
import { isRecord, viewOf } from '../targets/views.ts';
import type { NativeModel } from '../translate/native.ts';

type Method = (...given: readonly unknown[]) => unknown;

/** Hooks a model that another one holds. */
type HookModel = (model: NativeModel, seam: ModelSeam) => object;

/**
 * What a hooked model hands out of what it holds: a model inside of it is hooked as well, and of the client of a provider
 * each call is noted, since that sends what no hook sees. Data and what LangChain itself keeps come as they are.
 */
export class HeldMembers {
  readonly #holder: object;
  readonly #seam: ModelSeam;
  readonly #hook: HookModel;
  #shown: WeakMap<object, unknown> | undefined;

  constructor(holder: object, seam: ModelSeam, hook: HookModel) {
    this.#holder = holder;
    this.#seam = seam;
    this.#hook = hook;
  }

  of(key: PropertyKey, held: object): unknown {
    const shown = (this.#shown ??= new WeakMap());
    if (!shown.has(held)) shown.set(held, this.#show(key, held));
    return shown.get(held);
  }

  #show(key: PropertyKey, held: object): unknown {
    const see = (part: unknown): unknown =>
      isModel(part) ? this.#hook(part, { ...this.#seam, tools: [] }) : part;
    if (isModel(held)) return see(held);
    if (Array.isArray(held) || isRecord(held))
      return Object.values(held).some(isModel) ? viewOf(held, see) : held;
    if (KEPT.has(key) || isOfLanguage(held)) return held;
    const path = `${this.#holder.constructor.name}.${String(key)}`;
    return noted(held, () => passUnmediated(path, surface, this.#seam));
  }
}

/** What the base class of all models keeps, and calls itself: none of it asks a model. */
const KEPT: ReadonlySet<PropertyKey> = new Set(['caller', 'callbacks', '_encoding']);

/** True for a method by which an integration of LangChain sends a request that no hook has seen. */
export function sendsItself(key: PropertyKey): boolean {
  return typeof key === 'string' && key.endsWith('WithRetry');
}

/** The same method, which is noted at each call. */
export function notedMethod(holder: object, key: PropertyKey, own: Method, hooking: Hooking) {
  return (...given: readonly unknown[]): unknown => {
    passUnmediated(`${holder.constructor.name}.${String(key)}`, surface, hooking);
    return own(...given);
  };
}

/** The same object; `note` is called whenever something that it holds, however deep, is called. */
function noted<T extends object>(own: T, note: () => void, self?: object): T {
  const members = new WeakMap<object, object>();
  return new Proxy(own, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
        return value;
      if (key === 'constructor' || key === 'prototype' || isFixed(target, key)) return value;
      if (!members.has(value)) members.set(value, noted(value, note, target));
      return members.get(value);
    },
    apply(target, _self, given: unknown[]): unknown {
      note();
      return Reflect.apply(target as unknown as Method, self, given); // Only a function comes here.
    },
  });
}

/** What has to be shown as it is. */
function isFixed(target: object, key: PropertyKey): boolean {
  const own = Reflect.getOwnPropertyDescriptor(target, key);
  return own?.configurable === false && own.writable === false;
}

/** True for what the language itself makes, such as a map, a date or a promise. */
function isOfLanguage(held: object): boolean {
  const { constructor } = held;
  return (
    typeof constructor === 'function' &&
    (globalThis as Readonly<Record<string, unknown>>)[constructor.name] === constructor
  );
}
