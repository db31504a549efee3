import { InterposeError } from '@interpose/core';
import { isDict } from '@interpose/adapter-kit';
import { generateThrough } from './generate.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { inRun } from '../run/settle-run.ts';
import { eventsInRun, type Bridge } from '../stream/stream-events.ts';
import { streamInRun } from '../stream/stream-model.ts';
import { isModel, isTool } from '../targets/shapes.ts';
import { isTagKey, tagOf } from '../targets/tag.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type { CallOptions, NativeMessage, NativeModel, RunManager } from '../translate/native.ts';

/** What tracers are told a model is, of those that are hooked. */
const hookedModels = new WeakSet<object>();

function markHooked(model: NativeModel): unknown {
  const { toJSON } = model;
  const told: unknown = typeof toJSON === 'function' ? Reflect.apply(toJSON, model, []) : {};
  if (isDict(told)) hookedModels.add(told);
  return told;
}

/** True for what a tracer was told about a hooked model. */
export function isHookedModel(told: unknown): boolean {
  return isDict(told) && hookedModels.has(told);
}

/**
 * The same model with every call passing the hooks: those of the run it is called in, else of a chat of its own.
 * It is hooked below LangChain's callbacks, so that no tracer and no stream sees what a policy withholds.
 */
export function hookModel<M extends NativeModel>(given: M, seam: ModelSeam): M {
  const known = tagOf(given);
  if (known?.hooks === seam.hooks && seam.tools.length === 0) return given;
  const model = known?.hooks === seam.hooks ? (known.target as M) : given;
  const tag = { hooks: seam.hooks, target: model };
  const members = hookedMembers(model, seam);
  return new Proxy(model, {
    get(target, key, receiver) {
      if (isTagKey(key)) return tag;
      // A hit would be an answer that no hook has seen; the cache is asked below the hooks instead.
      if (key === 'cache') return undefined;
      if (key === 'toJSON') return () => markHooked(target);
      if (typeof key === 'string' && members.has(key)) return members.get(key);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

type Call = readonly [
  messages: readonly NativeMessage[],
  options: CallOptions,
  runManager?: RunManager,
];

function hookedMembers(model: NativeModel, seam: ModelSeam): ReadonlyMap<string, unknown> {
  const members = new Map<string, unknown>([
    [
      '_generate',
      (...[messages, options, runManager]: Call) =>
        inRun(seam, model, { messages, options }, 'model.invoke', (run) =>
          generateThrough({ run, model, messages, options, runManager }),
        ),
    ],
  ]);
  if (!isInherited(model, '_streamResponseChunks')) {
    members.set('_streamResponseChunks', (...[messages, options, runManager]: Call) =>
      streamInRun(seam, { model, messages, options, runManager }),
    );
  }
  const bridge = inheritedMember(model, '_streamChatModelEvents');
  if (typeof bridge === 'function') {
    members.set('_streamChatModelEvents', (...[messages, options]: Call) =>
      eventsInRun(bridge as Bridge, { messages, options }, () =>
        streamInRun(seam, { model, messages, options, runManager: undefined }),
      ),
    );
  }
  for (const name of DERIVING) {
    const derive = model[name];
    if (typeof derive === 'function') members.set(name, deriving(model, derive, seam));
  }
  return members;
}

/** The methods that make another model out of this one; some providers return a new instance. */
const DERIVING = [
  'bindTools',
  'withConfig',
  'bind',
  'withStructuredOutput',
  '_getModelInstance',
] as const;

function deriving(model: NativeModel, derive: object, seam: ModelSeam): unknown {
  const derived = (...given: readonly unknown[]): unknown => {
    const tools = Array.isArray(given[0]) ? given[0].filter(isTool) : [];
    for (const tool of tools) hookToolInPlace(tool, seam.hooks);
    const next = { ...seam, tools: [...seam.tools, ...tools] };
    const made: unknown = Reflect.apply(
      derive as (...given: readonly unknown[]) => unknown,
      hookModel(model, next),
      given,
    );
    return made instanceof Promise ? made.then((late) => rehook(late, next)) : rehook(made, next);
  };
  // Some agents read from its number of parameters what a model can do.
  return Object.defineProperty(derived, 'length', { value: (derive as { length: number }).length });
}

/** Hooks the model in what a method of a hooked model returned, where it got lost. */
function rehook(made: unknown, seam: ModelSeam): unknown {
  if (isModel(made)) return hookModel(made, seam);
  if (!isDict(made)) return made;
  if (isModel(made['bound']) && tagOf(made['bound'])?.hooks !== seam.hooks) {
    Object.assign(made, { bound: hookModel(made['bound'], seam) });
  }
  return made;
}

/** A model, a function that chooses one, or a chain around one. */
export function hookModelOption(model: unknown, seam: ModelSeam, factory: string): unknown {
  if (isModel(model)) return hookModel(model, seam);
  if (typeof model === 'function') {
    return async (...given: readonly unknown[]) =>
      hookModelOption(await (Reflect.apply(model, undefined, given) as unknown), seam, factory);
  }
  if (isDict(model) && isModel(model['bound'])) {
    return Object.assign(Object.create(Object.getPrototypeOf(model) as object) as object, model, {
      bound: hookModel(model['bound'], seam),
    });
  }
  throw new InterposeError(
    'model_unresolved',
    `${factory} was given ${typeof model === 'string' ? `the name "${model}"` : 'no model'}, and the model it will find cannot be hooked`,
    'pass an instance of a chat model',
  );
}

/** True when the model has this method from the base class of all chat models, which tells from it what it can do. */
function isInherited(model: NativeModel, method: string): boolean {
  return inheritedMember(model, method) === model[method];
}

/** The method as the base class of all chat models has it. */
function inheritedMember(model: NativeModel, method: string): unknown {
  let prototype: unknown = Object.getPrototypeOf(model);
  while (isDict(prototype)) {
    if (Object.hasOwn(prototype, '_generateUncached')) return prototype[method];
    prototype = Object.getPrototypeOf(prototype);
  }
  return undefined;
}
