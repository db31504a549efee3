import type { ModelOutcome, ModelStep } from '../../contract/adapter/index.ts';
import type { Chat } from '../../contract/adapter/chat.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { ModelResponse } from '../../contract/values/index.ts';
import { AskedRequest } from './asked-request.ts';
import { isThenable } from '../../maybe-promise.ts';
import { type ConcludedResponse, concludeResponse } from './conclude-response.ts';
import { type Action, type Attempt, OngoingAttempt, unattempted } from '../step/attempt.ts';
import { thrownWith } from '../step/after-step.ts';
import { differenceOf } from '../step/difference.ts';
import { marksModelSteps, runInModelStep } from './model-step-scope.ts';
import { pause } from '../step/pause.ts';
import { type LastResponse, type RunningChat, runningChat } from '../../chat/running-chat.ts';

/**
 * Takes one model call through its gates: new user messages, system messages, preRequest, the call, onResponse or
 * onRequestError, onAgentResponse for a final answer, onMessage.
 *
 * @example
 * const outcome = await modelCycle(chat, {
 *   request: () => ({ messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] }),
 *   call: async () => ({ text: 'hi' }),
 *   response: ({ text }) => ({ content: [{ type: 'text', text }] }),
 *   continues: () => false,
 * });
 * outcome.kind; // => 'response'
 * @throws the abort reason if the chat was aborted, or the error of a hook whose `onError` is `throw`.
 */
export async function modelCycle<Native>(
  chat: Chat,
  step: ModelStep<Native>,
): Promise<ModelOutcome<Native>> {
  const running = runningChat(chat);
  let retriesLeft = running.registry.settings.retries;
  running.calls.start();
  for (; ; retriesLeft--) {
    const asked = new ModelAttempt(running, step, retriesLeft);
    const beginning = asked.begin();
    const opening = isThenable(beginning) ? await beginning : beginning;
    if (opening.kind === 'denied') return opening;
    let tried: Attempt<Native>;
    if (opening.kind === 'call') {
      const ongoing = new OngoingAttempt(running, asked);
      try {
        const acted = ongoing.act();
        tried = ongoing.cameBack(isThenable(acted) ? await acted : acted);
      } catch (thrown) {
        tried = ongoing.failed(thrown);
      }
    } else tried = unattempted(opening.arrived);
    const arrived = isSeen(tried) ? tried.arrived : undefined;
    const concluding = concludeResponse(asked, arrived, opening.kind === 'answer');
    const concluded = isThenable(concluding) ? await concluding : concluding;
    if (concluded.kind === 'retry') {
      await pause(concluded.delayMs, running.signal);
      continue;
    }
    return outcomeOf(running, tried, concluded, isThenable(concluding) ? step : undefined);
  }
}

/** One attempt at a model call. A class, because a literal would make its closures again for every request. */
class ModelAttempt<Native>
  extends AskedRequest<ModelStep<Native>>
  implements Action<Native>, LastResponse
{
  #native: Native | undefined;
  /** The response as hooks see it, once one of them read it. */
  #seen: ModelResponse | undefined;

  get event(): string {
    return 'preRequest';
  }

  act(): MaybePromise<Native> {
    return marksModelSteps(this.chat)
      ? runInModelStep(this.chat, () => this.step.call(this.changed, this.original))
      : this.step.call(this.changed, this.original);
  }

  read(native: Native): ModelResponse | undefined {
    this.#native = native;
    const view = isRead(this.chat) ? this.view() : undefined;
    // Only now: a response that the adapter cannot read would fail the end of the chat as well.
    this.chat.calls.lastResponse = this;
    return view;
  }

  view(): ModelResponse {
    return (this.#seen ??= this.step.response(this.#native as Native));
  }
}

/** Whether somebody read the response. */
function isSeen({ arrived }: Attempt<unknown>): boolean {
  return arrived.kind === 'error' || arrived.value !== undefined;
}

function isRead(chat: RunningChat): boolean {
  return (
    chat.hears('onResponse') ||
    chat.hears('onAgentResponse') ||
    chat.hears('onMessage') ||
    chat.hears('onChatDone')
  );
}

const RESPONSE = Object.freeze({ kind: 'response' } as const);

/** `awaited` is given if somebody could change the host's answer while hooks decided. */
function outcomeOf<Native>(
  chat: RunningChat,
  { arrived, native }: Attempt<Native>,
  concluded: Exclude<ConcludedResponse, { kind: 'retry' }>,
  awaited: ModelStep<Native> | undefined,
): ModelOutcome<Native> {
  if (concluded.kind === 'denied') return concluded;
  if (concluded.kind === 'error') {
    chat.calls.failed = true;
    const { error } = concluded;
    return { kind: 'error', error, ...thrownWith(arrived, error) };
  }
  const came = native === undefined ? RESPONSE : { kind: 'response' as const, native };
  if (concluded.kind === 'untouched') return came;
  const { response } = concluded;
  if (arrived.kind !== 'output' || arrived.synthetic) return { ...came, changed: response };
  const difference =
    awaited?.reread && native && differenceOf(arrived.value, awaited.response(native));
  if (difference !== undefined) return { ...came, changed: difference.detached(response) };
  return arrived.value === response ? came : { ...came, changed: response };
}
