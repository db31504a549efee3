import { InterposeError, type EventName, type Hooks } from '@interpose/core';
import type { WithHooksOptions } from './adapter-options.ts';
import { reportOnce } from './report-once.ts';

/**
 * The registry that is told when an original runs, and the details of the report.
 *
 * @example
 * const watch: OriginalWatch = { hooks, options: {}, adapter: 'toy', event: 'preRequest', name: 'the agent "desk"' };
 */
export interface OriginalWatch {
  readonly hooks: Hooks;
  readonly options: Pick<WithHooksOptions, 'require'>;
  readonly adapter: string;
  /** The event that does not fire when the original runs. */
  readonly event: EventName;
  readonly name: string;
  /** The methods that return a stream: they throw a refusal, others reject with it. */
  readonly streams?: readonly string[];
  /** Whether the original makes this call itself, inside a call that passed the hooks. */
  readonly isInner?: (given: readonly unknown[]) => boolean;
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/**
 * Watches whether the original of a hooked object is run (law 16): a call of one of these methods on the original
 * itself is reported once as `unhooked_original`, and refused if `require: 'enforced'` was asked for. Objects that
 * inherit from the original run as before, and so do calls of the adapter through `unwatched`. An original that takes
 * no new members, such as a frozen one or a module, cannot be watched.
 *
 * @example
 * const agent = { name: 'desk', run: async () => 'hello' };
 * watchOriginal(agent, ['run'], { hooks, options: {}, adapter: 'toy', event: 'preRequest', name: 'the agent "desk"' });
 * await agent.run(); // => 'hello'
 */
export function watchOriginal(
  original: object,
  methods: readonly string[],
  watch: OriginalWatch,
): void {
  const known = watched.get(original);
  const refuses = watch.options.require === 'enforced' || known?.refuses === true;
  if (known !== undefined) {
    Object.assign(known, { watch, refuses });
  } else if (Object.isExtensible(original)) {
    const state: Watched = { watch, refuses };
    watched.set(original, state);
    for (const method of methods) guard(original, method, state);
  }
}

/**
 * Returns the original of a watched method, or any other method itself. An adapter calls originals through it.
 *
 * @example
 * const agent = { run: () => 'hello' };
 * unwatched(agent.run) === agent.run; // => true
 */
export function unwatched<T>(method: T): T {
  const own = guarded.get(method as object) as T | undefined;
  return own === undefined ? method : unwatched(own);
}

/**
 * Reports a watched original that runs in a way that its methods do not show; returns the refusal, if there is one.
 *
 * @example
 * originalRan({}); // => undefined
 */
export function originalRan(original: object): InterposeError | undefined {
  const state = watched.get(original);
  return state === undefined ? undefined : tell(state);
}

/** A watched original. The last registry is told; once one asked for enforcement, the original stays refused. */
interface Watched {
  watch: OriginalWatch;
  refuses: boolean;
}

const watched = new WeakMap<object, Watched>();

/** The originals of watched methods. All copies of this package share them: an app may load several. */
const guarded: WeakMap<object, Method> = ((globalThis as Sharing)[
  Symbol.for('interpose.guarded')
] ??= new WeakMap());

interface Sharing {
  [key: symbol]: WeakMap<object, Method> | undefined;
}

function guard(original: object, name: string, state: Watched): void {
  const own = Reflect.getOwnPropertyDescriptor(original, name);
  const method: unknown = Reflect.get(original, name);
  if (typeof method !== 'function' || own?.configurable === false) return;
  if (own?.get !== undefined && own.set === undefined) return;
  const value = function (this: unknown, ...given: unknown[]): unknown {
    const isPoliced = isHeir(original, this) || state.watch.isInner?.(given) === true;
    const refusal = isPoliced ? undefined : tell(state);
    if (refusal === undefined) return Reflect.apply(method, this, given);
    if (state.watch.streams?.includes(name)) throw refusal;
    return Promise.reject(refusal);
  };
  guarded.set(value, method as Method);
  Object.defineProperty(original, name, {
    get: () => value,
    // An SDK that assigns another method gets that method, as if nobody had watched the first.
    set(this: object, next: unknown) {
      if (own?.set !== undefined) {
        own.set.call(this, next);
        Object.defineProperty(this, name, own);
        return;
      }
      const enumerable = own?.enumerable ?? true;
      const given = { value: next, enumerable, writable: true, configurable: true };
      Object.defineProperty(this, name, given);
    },
    enumerable: own?.enumerable ?? false,
    configurable: true,
  });
}

function isHeir(original: object, self: unknown): boolean {
  return (
    typeof self === 'object' && self !== null && Object.prototype.isPrototypeOf.call(original, self)
  );
}

function tell({ watch, refuses }: Watched): InterposeError | undefined {
  const { hooks, adapter, event, name } = watch;
  const error = new InterposeError(
    'unhooked_original',
    `${name} was run as it was before withHooks, and passed no hooks`,
    'use what withHooks returned in its place',
  );
  reportOnce(hooks, { adapter, event, error });
  return refuses ? error : undefined;
}
