import { parseJson } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import type { Session } from '@openai/agents-core';
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

/** What an app says about one run; only what the hooks touch is named. */
export interface RunOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
  readonly session?: Session;
  readonly conversationId?: string;
  readonly previousResponseId?: string;
  readonly toolErrorFormatter?: ErrorFormatter;
  readonly errorHandlers?: ErrorHandlers;
  readonly [option: string]: unknown;
}

/** What an app answers in place of a run that failed, by the kind of the failure. */
type ErrorHandlers = Readonly<Record<string, ErrorHandler | undefined>>;
type ErrorHandler = (given: never) => MaybePromise<ErrorAnswer | undefined>;

interface ErrorAnswer {
  readonly finalOutput: unknown;
  readonly includeInHistory?: boolean;
}

/** The options under which the SDK's storage passes the hooks, and their texts reach the model. */
export function runOptions(
  run: AgentRun,
  { config }: NativeRunner,
  options: RunOptions,
): RunOptions {
  return {
    ...options,
    ...(options.session === undefined ? undefined : { session: hookSession(run, options.session) }),
    ...(options.errorHandlers === undefined
      ? undefined
      : { errorHandlers: judgedHandlers(run, options.errorHandlers) }),
    toolErrorFormatter: hookFormatter(
      options.toolErrorFormatter ?? (config['toolErrorFormatter'] as never),
    ),
  };
}

/** It finds its run in its surroundings: what the SDK makes of the options outlives young collections, and a run that they lead to. */
function hookFormatter(own: ErrorFormatter | undefined): ErrorFormatter {
  return own === undefined ? textFor : (given) => textFor(given) ?? own(given);
}

/** The same handlers, with their answers passing the hooks as an answer of the agent. */
function judgedHandlers(run: AgentRun, handlers: ErrorHandlers): ErrorHandlers {
  const judged: Record<string, ErrorHandler> = {};
  for (const [kind, handler] of Object.entries(handlers)) {
    if (handler === undefined) continue;
    judged[kind] = async (given) => {
      const answer = await handler(given);
      if (answer === undefined || saysNothing(answer)) return answer;
      // The SDK shows the answer once it is stored, so that it has to hear of a write that fails.
      run.answered = true;
      return { ...answer, finalOutput: await judgedOutput(run, answer.finalOutput) };
    };
  }
  return judged;
}

/** An empty text that is not kept either ends the run between two steps, with no answer that hooks could judge. */
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
