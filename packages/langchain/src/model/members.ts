import { isDict, isRecord, passUnmediated } from '@interpose/adapter-kit';
import { callbacksIn, requireNoCallbacks } from '../coverage/check-callbacks.ts';
import { surface } from '../coverage/require-enforced.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { whenCome } from '../targets/hook-object.ts';
import { isModel } from '../targets/shapes.ts';
import { viewOf } from '../targets/views.ts';
import type { Method, NativeModel } from '../translate/native.ts';

/** Hooks a model that another model holds. */
type HookModel = (model: NativeModel, seam: ModelSeam) => object;

/**
 * The values that a hooked model holds, as it hands them out. A model among them is hooked. Each call of a provider's
 * client is reported, as it sends a request that no hook sees. Data and LangChain's own members come as they are.
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
    // An app can put a model into a list or record later, so those are searched each time.
    if (made !== held || !isHolder(held)) shown.set(held, made);
    return made;
  }

  /** Returns the answer of a method of the app's class, with the models in it hooked. */
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
    if (isHolder(held)) {
      // The app may put a model into an empty one later, and whoever has the value must find that model hooked.
      const isEmpty = Object.keys(held).length === 0;
      return isEmpty || holdsModel(held, DEPTH) ? viewOf(held, see) : held;
    }
    const path = `${this.#holder.constructor.name}.${String(key)}`;
    const note = (): void => passUnmediated(path, surface, this.#seam);
    if (isCollection(held))
      return noted(held, () => {
        if ([...held.values()].some(isModel)) note();
      });
    return isOfLanguage(held) ? held : noted(held, note);
  }
}

/** The members that the base class of all models keeps and reads at each call. None of them calls a model. */
const KEPT: ReadonlySet<PropertyKey> = new Set(
  'caller callbacks tags metadata _encoding'.split(' '),
);

/** The number of levels of lists and records that are searched for models. */
const DEPTH = 3;

function isHolder(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return Array.isArray(value) || (isDict(value) && isRecord(value));
}

function isCollection(held: object): held is { values(): Iterable<unknown> } {
  return held instanceof Map || held instanceof Set;
}

function holdsModel(held: object, depth: number): boolean {
  return Object.values(held).some(
    (part: unknown) =>
      isModel(part) || (depth > 1 && isHolder(part) && holdsModel(part, depth - 1)),
  );
}

/** The methods that report a call to callbacks. Each call of a model that callbacks hear of goes through them. */
const TELLING: ReadonlySet<PropertyKey> = new Set(['generate', '_streamIterator']);

/** Returns the method with a check: a call that sends is reported; one with callbacks throws if these are refused. */
export function checkedMethod(
  holder: NativeModel,
  key: PropertyKey,
  own: Method,
  seam: ModelSeam,
): Method {
  const tells = seam.options.require === 'enforced' && TELLING.has(key);
  // Under such a name, an integration of LangChain sends a request that no hook has seen.
  if (!tells && !String(key).endsWith('WithRetry')) return own;
  return function checked(this: unknown, ...given: readonly unknown[]): unknown {
    if (tells) requireNoCallbacks(seam, holder['callbacks'], callbacksIn(given[1]), given[2]);
    else passUnmediated(`${holder.constructor.name}.${String(key)}`, surface, seam);
    return Reflect.apply(own, this, given);
  };
}

/** Returns a proxy of the object that calls `note` whenever something inside it, at any depth, is called. */
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
      return Reflect.apply(target as unknown as Method, self, given); // The language calls `apply` for functions only.
    },
  });
}

/** Whether a proxy has to return this member unchanged: the language demands it for read-only members. */
function isFixed(target: object, key: PropertyKey): boolean {
  const own = Reflect.getOwnPropertyDescriptor(target, key);
  return own?.configurable === false && own.writable === false;
}

/** Whether the value comes from JavaScript itself, such as a map, a date or a promise. */
function isOfLanguage(held: object): boolean {
  const { constructor } = held;
  return (
    typeof constructor === 'function' &&
    (globalThis as Readonly<Record<string, unknown>>)[constructor.name] === constructor
  );
}

/** Whether the model inherits this method from LangChain's base class, which reads from that what the model can do. */
export function isInherited(model: NativeModel, method: string): boolean {
  return inheritedMember(model, method) === model[method];
}

/** Returns the method of LangChain's base class of chat models; `undefined` if the model does not extend it. */
export function inheritedMember(model: NativeModel, method: PropertyKey): unknown {
  let prototype: unknown = Object.getPrototypeOf(model);
  while (isDict(prototype)) {
    if (Object.hasOwn(prototype, '_generateUncached')) return Reflect.get(prototype, method);
    prototype = Object.getPrototypeOf(prototype);
  }
  return undefined;
}
