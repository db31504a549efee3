import { isDict, passUnmediated } from '@interpose/adapter-kit';
import { callbacksIn, requireNoCallbacks } from '../coverage/check-callbacks.ts';
import { surface } from '../coverage/require-enforced.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { whenCome } from '../targets/hook-object.ts';
import { isModel } from '../targets/shapes.ts';
import { isRecord, viewOf } from '../targets/views.ts';
import type { Method, NativeModel } from '../translate/native.ts';

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
    if (KEPT.has(key)) return held;
    const shown = (this.#shown ??= new WeakMap());
    const known: unknown = shown.get(held);
    if (known !== undefined) return known;
    const made = this.#show(key, held);
    // Data may get a model later, so it is looked through each time.
    if (made !== held || !isHolder(held)) shown.set(held, made);
    return made;
  }

  /** What a method of the app's class answers: other models that it keeps or makes, or anything else. */
  answer(said: unknown): unknown {
    return whenCome(said, (came) =>
      isModel(came) || (Array.isArray(came) && came.some(isModel)) ? this.of('', came) : came,
    );
  }

  #show(key: PropertyKey, held: object): unknown {
    if (isModel(held)) return this.#hook(held, { ...this.#seam, tools: [] });
    if (held instanceof Promise) return this.answer(held);
    const see = (part: unknown): unknown =>
      isModel(part) || isHolder(part) ? this.of(key, part) : part;
    if (isHolder(held)) return isEmpty(held) || holdsModel(held, DEPTH) ? viewOf(held, see) : held;
    const path = `${this.#holder.constructor.name}.${String(key)}`;
    const note = (): void => passUnmediated(path, surface, this.#seam);
    if (isCollection(held))
      return noted(held, () => {
        if ([...held.values()].some(isModel)) note();
      });
    return isOfLanguage(held) ? held : noted(held, note);
  }
}

/** What the base class of all models keeps, and reads itself at each call: none of it asks a model. */
const KEPT: ReadonlySet<PropertyKey> = new Set(
  'caller callbacks tags metadata _encoding'.split(' '),
);

/** How deep lists and records are looked through for models. */
const DEPTH = 3;

function isHolder(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return Array.isArray(value) || (isDict(value) && isRecord(value));
}

function isCollection(held: object): held is { values(): Iterable<unknown> } {
  return held instanceof Map || held instanceof Set;
}

/** Whoever has an empty one already when a model is put in finds that model hooked. */
function isEmpty(held: object): boolean {
  return Object.keys(held).length === 0;
}

function holdsModel(held: object, depth: number): boolean {
  return Object.values(held).some(
    (part: unknown) =>
      isModel(part) || (depth > 1 && isHolder(part) && holdsModel(part, depth - 1)),
  );
}

/** True for a method by which an integration of LangChain sends a request that no hook has seen. */
function sendsItself(key: PropertyKey): boolean {
  return typeof key === 'string' && key.endsWith('WithRetry');
}

/** The methods that tell callbacks of a call: every way to ask a model that does so comes to one of them. */
const TELLING: ReadonlySet<PropertyKey> = new Set(['generate', '_streamIterator']);

/** The method; one that sends is noted at each call, and one that tells is given no callbacks where those are refused. */
export function checkedMethod(
  holder: NativeModel,
  key: PropertyKey,
  own: Method,
  seam: ModelSeam,
): Method {
  const tells = seam.options.require === 'enforced' && TELLING.has(key);
  if (!tells && !sendsItself(key)) return own;
  return function checked(this: unknown, ...given: readonly unknown[]): unknown {
    if (tells) requireNoCallbacks(seam, holder['callbacks'], callbacksIn(given[1]), given[2]);
    else passUnmediated(`${holder.constructor.name}.${String(key)}`, surface, seam);
    return Reflect.apply(own, this, given);
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

/** True when the model has this method from the base class of all chat models, which tells from it what it can do. */
export function isInherited(model: NativeModel, method: string): boolean {
  return inheritedMember(model, method) === model[method];
}

/** The method as the base class of all chat models has it. */
export function inheritedMember(model: NativeModel, method: PropertyKey): unknown {
  let prototype: unknown = Object.getPrototypeOf(model);
  while (isDict(prototype)) {
    if (Object.hasOwn(prototype, '_generateUncached')) return Reflect.get(prototype, method);
    prototype = Object.getPrototypeOf(prototype);
  }
  return undefined;
}
