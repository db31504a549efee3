import { CallbackManager } from '@langchain/core/callbacks/manager';
import { fatalTo, isDict, notEnforced, type Layer } from '@interpose/adapter-kit';
import { currentRun, surroundingRuns } from '../run/host-run.ts';
import { listIn } from '../translate/native.ts';

/**
 * The names of the handlers that are not the app's: those with which LangChain makes streams, and LangSmith's tracer,
 * which an app may pass or the environment may switch on; the two look the same.
 */
const OF_LANGCHAIN: ReadonlySet<unknown> = new Set(
  'langchain_tracer event_stream_tracer log_stream_tracer'.split(' '),
);

/** The names of those of LangGraph, which come in a manager. In a list, an app gave such a name to its own handler. */
const OF_LANGGRAPH: ReadonlySet<unknown> = new Set(
  'StreamMessagesHandler StreamProtocolMessagesHandler StreamToolsHandler'.split(' '),
);

/** The guards of hooked runs. */
export const guards: WeakSet<object> = new WeakSet();

/**
 * Checks the callbacks that a hooked target gets, with `require: 'enforced'`: they see contents before hooks change
 * them. A callback manager inside of a run that was checked comes from that run.
 *
 * @throws InterposeError `not_enforced` for a handler of the app.
 */
export function requireNoCallbacks({ hooks, options }: Layer, ...given: readonly unknown[]): void {
  if (options.require !== 'enforced') return;
  const isChecked = currentRun(hooks)?.asked.require === 'enforced';
  for (const each of given) {
    const managed = isDict(each) && !isChecked ? each['handlers'] : undefined;
    if (!listIn(managed ?? each).every(managed === undefined ? isOfLangChain : isNotOfApp))
      throw refused();
  }
}

function isOfLangChain(handler: unknown): boolean {
  return isDict(handler) && (OF_LANGCHAIN.has(handler['name']) || guards.has(handler));
}

function isNotOfApp(handler: unknown): boolean {
  return isOfLangChain(handler) || (isDict(handler) && OF_LANGGRAPH.has(handler['name']));
}

function refused(): Error {
  return notEnforced([
    { path: 'callbacks and tracers', event: 'preRequest', status: 'unmediated' },
  ]);
}

let isWatching = false;

/**
 * Checks the callbacks of everything inside a run with `require: 'enforced'`: tools, retrievers and chains may have
 * their own. LangChain collects the handlers of each with this method, before it reports anything to them.
 */
export function watchCallbacks({ require }: Layer['options']): void {
  if (isWatching || require !== 'enforced') return;
  isWatching = true;
  const own: (...given: never) => unknown = CallbackManager[CONFIGURE];
  CallbackManager[CONFIGURE] = function configure(...given) {
    const made = Reflect.apply(own, this, given) as CallbackManager | undefined;
    const run = surroundingRuns().find(({ asked }) => asked.require === 'enforced');
    if (run !== undefined && made?.handlers.some(isOfApp) === true) fatalTo(run)(refused());
    return made;
  };
}

const CONFIGURE = '_configureSync';

/** Whether this handler is the app's. The log that the environment switches on is passed to everything inside a run. */
function isOfApp(handler: object): boolean {
  return !isNotOfApp(handler) && Reflect.get(handler, 'name') !== 'console_callback_handler';
}

/** Returns the callbacks in the configuration of a runnable. */
export function callbacksIn(config: unknown): unknown {
  return isDict(config) ? config['callbacks'] : undefined;
}
