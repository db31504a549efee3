import { parseJson } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { Session } from '@openai/agents-core';
import { watchFilter } from '../data/admitted-input.ts';
import { hookSession } from '../data/session.ts';
import { judgeAnswer } from '../tools/tool-use.ts';
import type { NativeRunner } from '../translate/native.ts';
import { currentFrame } from './current-run.ts';
import type { AgentRun } from './host-run.ts';

interface ErrorFormatting {
  readonly kind: string;
  readonly callId: string;
  readonly defaultMessage: string;
}

type ErrorFormatter = (given: ErrorFormatting) => unknown;

/** The options of one run; only those that this adapter uses are listed. */
export interface RunOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
  readonly session?: Session;
  readonly conversationId?: string;
  readonly previousResponseId?: string;
  readonly toolErrorFormatter?: ErrorFormatter;
  readonly errorHandlers?: ErrorHandlers;
  readonly callModelInputFilter?: unknown;
  readonly [option: string]: unknown;
}

/** The app's handlers that answer for a failed run, by the kind of the failure. */
type ErrorHandlers = Readonly<Record<string, ErrorHandler | undefined>>;
type ErrorHandler = (given: never) => MaybePromise<ErrorAnswer | undefined>;

interface ErrorAnswer {
  readonly finalOutput: unknown;
  readonly includeInHistory?: boolean;
}

/** Returns options whose session, error handlers and error texts for the model pass the hooks. */
export function runOptions(
  run: AgentRun,
  { config }: NativeRunner,
  options: RunOptions,
): RunOptions {
  const { session, errorHandlers } = options;
  const filter = options.callModelInputFilter ?? config.callModelInputFilter;
  const isHeard = run.layers.some(({ chat }) => chat.listens('onUserMessage'));
  return {
    ...options,
    ...(session && { session: hookSession(run, session) }),
    ...(errorHandlers && { errorHandlers: judgedHandlers(run, errorHandlers) }),
    ...(filter && isHeard && { callModelInputFilter: watchFilter(run, filter as never) }),
    toolErrorFormatter: hookFormatter(
      options.toolErrorFormatter ?? (config['toolErrorFormatter'] as never),
    ),
  };
}

/** Finds its run in the current frame: the SDK keeps the options for long, and would keep the run with them. */
function hookFormatter(own: ErrorFormatter | undefined): ErrorFormatter {
  return own === undefined ? textFor : (given) => textFor(given) ?? own(given);
}

/** Returns the same handlers; their answers pass the hooks as answers of the agent. */
function judgedHandlers(run: AgentRun, handlers: ErrorHandlers): ErrorHandlers {
  const judged: Record<string, ErrorHandler> = {};
  for (const [kind, handler] of Object.entries(handlers)) {
    if (handler === undefined) continue;
    judged[kind] = async (given) => {
      const answer = await handler(given);
      if (answer === undefined || saysNothing(answer)) return answer;
      // From here on writes are not held back: the SDK shows the answer once it is stored, and must see a write fail.
      run.answered = true;
      return { ...answer, finalOutput: await judgedOutput(run, answer.finalOutput) };
    };
  }
  return judged;
}

/** Whether a handler gives an empty text and does not keep it: then there is no answer that hooks could judge. */
function saysNothing({ finalOutput, includeInHistory }: ErrorAnswer): boolean {
  return finalOutput === '' && includeInHistory === false;
}

async function judgedOutput(run: AgentRun, output: unknown): Promise<unknown> {
  if (typeof output === 'string') return judgeAnswer(run, output);
  const text = JSON.stringify(output);
  const judged = await judgeAnswer(run, text);
  return judged === text ? output : (parseJson(judged) ?? judged);
}

function textFor({ kind, callId, defaultMessage }: ErrorFormatting): unknown {
  const run = currentFrame()?.run;
  if (run === undefined || kind === 'approval_rejected') return undefined;
  const texts = run.layers.flatMap(({ remembered }) => remembered?.outputs.get(callId) ?? []);
  return texts.find((text) => text !== defaultMessage);
}
