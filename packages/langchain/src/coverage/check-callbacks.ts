import { CallbackManager } from '@langchain/core/callbacks/manager';
import { fatalTo, isDict, notEnforced, type Layer } from '@interpose/adapter-kit';
import { currentRun, surroundingRuns } from '../run/host-run.ts';
import { listIn } from '../translate/native.ts';

/**
 * The handlers by which LangChain and LangGraph make streams, the guard of a hooked run, and what LangSmith is told by:
 * one that an app passes cannot be told from one that its environment switched on.
 */
const NOT_OF_APPS: ReadonlySet<unknown> = new Set(
  (
    'langchain_tracer event_stream_tracer log_stream_tracer StreamMessagesHandler ' +
    'StreamProtocolMessagesHandler StreamToolsHandler interpose'
  ).split(' '),
);

/**
 * Checks the callbacks that something hooked is given, where `require: 'enforced'` asks for it: they are told of what hooks
 * change afterwards. What is handed on inside of a run that was checked itself comes from there.
 *
 * @throws InterposeError `not_enforced` for a handler that is the app's.
 */
export function requireNoCallbacks({ hooks, options }: Layer, ...given: readonly unknown[]): void {
  if (options.require !== 'enforced') return;
  const isChecked = currentRun(hooks)?.asked.require === 'enforced';
  const handlers = given.flatMap((each) =>
    listIn(isDict(each) && !isChecked ? (each['handlers'] ?? each) : each),
  );
  if (!handlers.every(isNotOfApp)) throw refused();
}

function isNotOfApp(handler: unknown): boolean {
  return isDict(handler) && NOT_OF_APPS.has(handler['name']);
}

function refused(): Error {
  return notEnforced([
    { path: 'callbacks and tracers', event: 'preRequest', status: 'unmediated' },
  ]);
}

let isWatching = false;

/**
 * Checks the callbacks of all that runs inside of a run with `require: 'enforced'`: tools, retrievers and chains have some of
 * their own. Each puts together whom it tells by this method of LangChain, before it tells anything.
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

/** The log that the environment switches on is handed on to what runs inside. */
function isOfApp(handler: object): boolean {
  return !isNotOfApp(handler) && Reflect.get(handler, 'name') !== 'console_callback_handler';
}

/** What is configured of something that runs. */
export function callbacksIn(config: unknown): unknown {
  return isDict(config) ? config['callbacks'] : undefined;
}
