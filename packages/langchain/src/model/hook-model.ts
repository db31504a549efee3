import { BaseChatModel, SimpleChatModel } from '@langchain/core/language_models/chat_models';
import { isDict, sameItems, type Tag, unwatched } from '@interpose/adapter-kit';

import { generateThrough } from './generate.ts';
import { markHooked } from './hooked-models.ts';
import { HeldMembers, checkedMethod, inheritedMember, isInherited } from './members.ts';
import { hookFallbacks } from './models-in.ts';
import { modelUse, type ModelSeam } from '../run/open-run.ts';
import { inRun } from '../run/settle-run.ts';
import { eventsInRun, type Bridge } from '../stream/stream-events.ts';
import { streamInRun } from '../stream/stream-model.ts';
import { rootOf, runOwn, TAGS } from '../targets/hook-object.ts';
import { isModel, isTool } from '../targets/shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import type {
  CallOptions,
  GenerationResult,
  NativeMessage,
  NativeModel,
  NativeTool,
  RunManager,
} from '../translate/native.ts';

/**
 * Returns the model with hooks around each call: the hooks of the run around the call, else those of a new chat. The
 * hooks sit below LangChain's callbacks, so no tracer and no stream sees what a policy withholds.
 */
export function hookModel<M extends NativeModel>(given: M, seam: ModelSeam): M {
  const known = TAGS.of(given);
  if (known?.hooks === seam.hooks && seam.tools.length === 0) return given;
  const model = known?.hooks === seam.hooks ? (known.target as M) : given;
  return new Proxy(model, new HookedModel(model, seam));
}

type Call = readonly [
  messages: readonly NativeMessage[],
  options?: CallOptions,
  runManager?: RunManager,
];

/** The proxy handler of a model. It makes members on first use, as agents derive a model at every step. */
class HookedModel<M extends NativeModel> implements ProxyHandler<M> {
  readonly #model: M;
  readonly #seam: ModelSeam;
  readonly #tag: Tag;
  readonly #members = new Map<PropertyKey, unknown>();
  readonly #root: NativeModel;
  /** The members that stand for methods of the app's own class, by the original method. */
  readonly #own = new Map<unknown, unknown>();
  readonly #held: HeldMembers;

  constructor(model: M, seam: ModelSeam) {
    this.#model = model;
    this.#seam = seam;
    this.#root = rootOf(model) as NativeModel;
    this.#tag = { hooks: seam.hooks, target: model };
    this.#held = new HeldMembers(this.#root, seam, hookModel);
  }

  get(target: M, key: PropertyKey, receiver: unknown): unknown {
    if (key === TAGS.key) return this.#tag;
    // A cached answer would be one that no hook has seen. The code below the hooks looks up the cache instead.
    if (key === 'cache') return undefined;
    if (!HOOKED.has(key)) return this.#ownMember(key, receiver);
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const made = this.#member(String(key)) ?? (Reflect.get(target, key, receiver) as unknown);
    this.#members.set(key, made);
    return made;
  }

  /** Returns an unhooked member: methods of LangChain's base class call hooked members, the app's run on the model. */
  #ownMember(key: PropertyKey, hooked: unknown): unknown {
    const root = this.#root;
    const found: unknown = root[key];
    if (typeof found === 'object' && found !== null) return this.#held.of(key, found);
    if (typeof found !== 'function' || key === 'constructor') return found;
    const known = this.#own.get(found);
    if (known !== undefined) return known;
    const value = unwatched(found);
    if (key === '_call' && root instanceof SimpleChatModel) return this.#text();
    const isOwn = root instanceof BaseChatModel && inheritedMember(root, key) !== value;
    const own = isOwn ? this.#ownMethod(value as () => unknown, hooked as object) : value;
    const member = checkedMethod(root, key, own as () => unknown, this.#seam);
    this.#own.set(found, member);
    return member;
  }

  /** Stands for `_call` of a `SimpleChatModel`, its form of `_generate`: returns the text of the hooked answer. */
  #text(): unknown {
    const generate = this.#member('_generate') as (...given: Call) => Promise<GenerationResult>;
    return async (...given: Call) => (await generate(...given)).generations[0]?.text;
  }

  /** Apart for speed: LangChain reads dozens of members at each step; few of them are methods of the app's class. */
  #ownMethod(method: () => unknown, hooked: object): unknown {
    const adopt = (model: object): object => hookModel(model as NativeModel, this.#seam);
    const own = { root: this.#root, hooked, adopt };
    return (...given: unknown[]): unknown => this.#held.answer(runOwn(own, method, given));
  }

  /** Returns the hooked member of this name; `undefined` if the model's own may stay, as it calls hooked ones. */
  #member(key: string): unknown {
    const [model, seam] = [this.#model, this.#seam];
    switch (key) {
      case 'toJSON':
        return () => markHooked(model, seam.hooks);
      case '_generate':
        return ((messages, options = {}, runManager) =>
          inRun(seam, modelUse(seam, model, { messages, options }, 'model.invoke'), (run) =>
            generateThrough({ run, seam, model, messages, options, runManager }),
          )) satisfies (...given: Call) => unknown;
      case '_streamResponseChunks':
        return isInherited(model, key)
          ? undefined
          : (...[messages, options = {}, runManager]: Call) =>
              streamInRun(seam, { model, messages, options, runManager });
      case '_streamChatModelEvents':
        return eventsOf(model, seam);
      default: {
        const derive = model[key];
        return typeof derive === 'function' ? deriving(model, derive, seam) : undefined;
      }
    }
  }
}

/** Makes events from hooked chunks. LangChain takes any override of this method as a sign that the model streams. */
function eventsOf(model: NativeModel, seam: ModelSeam): unknown {
  const bridge = inheritedMember(model, '_streamChatModelEvents');
  if (typeof bridge !== 'function' || isInherited(model, '_streamResponseChunks')) return bridge;
  return (...[messages, options = {}]: Call) =>
    eventsInRun(bridge as Bridge, { messages, options }, () =>
      streamInRun(seam, { model, messages, options, runManager: undefined }),
    );
}

/** The methods that make another model out of this one. Some providers return a new instance from them. */
const DERIVING = [
  'bindTools',
  'withConfig',
  'bind',
  'withStructuredOutput',
  'withFallbacks',
  '_getModelInstance',
] as const;

const HOOKED: ReadonlySet<PropertyKey> = new Set([
  'toJSON',
  '_generate',
  '_streamResponseChunks',
  '_streamChatModelEvents',
  ...DERIVING,
]);

function deriving(model: NativeModel, derive: object, seam: ModelSeam): unknown {
  // An agent binds the same tools at every step, so the model that knows these tools is made once.
  let last: { readonly seam: ModelSeam; readonly self: NativeModel } | undefined;
  const withTools = (tools: readonly NativeTool[]): NonNullable<typeof last> => {
    const all = [...seam.tools, ...tools];
    if (last !== undefined && sameItems(last.seam.tools, all)) return last;
    const next = { ...seam, tools: all };
    return (last = { seam: next, self: hookModel(model, next) });
  };
  const derived = (...given: readonly unknown[]): unknown => {
    const tools = Array.isArray(given[0]) ? given[0].filter(isTool) : [];
    for (const tool of tools) hookToolInPlace(tool, seam.hooks);
    const next = withTools(tools);
    const made: unknown = Reflect.apply(derive as () => unknown, next.self, given);
    if (made === next.self) return made;
    return made instanceof Promise
      ? made.then((late) => rehook(late, next.seam))
      : rehook(made, next.seam);
  };
  // Some agents read the number of parameters of this method to find out what the model can do.
  return Object.defineProperty(derived, 'length', { value: (derive as { length: number }).length });
}

/** Puts the hooks back on a model that a method of a hooked model returned without them. */
function rehook(made: unknown, seam: ModelSeam): unknown {
  if (isModel(made)) return hookModel(made, seam);
  if (!isDict(made)) return made;
  hookFallbacks(made, seam, (part) => (isModel(part) ? hookModel(part, seam) : undefined));
  if (isModel(made['bound']) && TAGS.of(made['bound'])?.hooks !== seam.hooks) {
    Object.assign(made, { bound: hookModel(made['bound'], seam) });
  }
  return made;
}
