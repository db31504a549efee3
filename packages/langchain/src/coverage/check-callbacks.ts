import { isDict, notEnforced, type Layer } from '@interpose/adapter-kit';
import { currentRun } from '../run/host-run.ts';
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
  if (handlers.every((each) => isDict(each) && NOT_OF_APPS.has(each['name']))) return;
  throw notEnforced([{ path: 'callbacks and tracers', event: 'preRequest', status: 'unmediated' }]);
}

/** What is configured of something that runs. */
export function callbacksIn(config: unknown): unknown {
  return isDict(config) ? config['callbacks'] : undefined;
}
