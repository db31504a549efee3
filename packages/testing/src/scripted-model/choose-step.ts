import { ApiError } from './request/api-error.ts';
import type { Conversation } from './script/conversation.ts';
import { findPosition } from './script/find-position.ts';
import type { PlannedAnswer, Stop } from './script/plan-script.ts';
import type { Failure, Interruption, Obstacle, RateLimit } from './script/script.ts';
import type { ServedChat } from './scripted-chat.ts';

/** The reaction to a request, and how much of the answer is sent before a break. */
export type Step =
  | { readonly kind: 'error'; readonly position: number; readonly error: ApiError }
  | { readonly kind: 'silence'; readonly position: number; readonly how: 'cut' | 'hang' }
  | {
      readonly kind: 'answer';
      readonly position: number;
      readonly answer: PlannedAnswer;
      readonly breaks?: Break;
    };

/** A break before the end of an answer. */
export interface Break {
  readonly how: 'cut' | 'hang' | ApiError;
  readonly afterChunks: number;
}

/**
 * Chooses the reaction to a request's conversation: the answer at its position, or the obstacle before it that still
 * has attempts left. Only those attempts are counted.
 */
export function chooseStep(chat: ServedChat, conversation: Conversation): Step {
  const { stops, atEnd } = chat.plan;
  const position = findPlace(chat, conversation);
  const stop: Stop = stops[position] ?? { obstacles: [], answer: undefined };
  const obstacle = findObstacle(stop.obstacles, chat.countAttempt(position));
  const last = stops.at(-2)?.answer;
  const repeated = atEnd === 'repeat' && last?.calls.length === 0 ? last : undefined;
  const answer = stop.answer ?? repeated;
  if (obstacle !== undefined) return meet(obstacle, position, answer);
  if (answer !== undefined) return { kind: 'answer', position, answer };
  return { kind: 'error', position, error: scriptEnded(chat) };
}

function findPlace(chat: ServedChat, conversation: Conversation): number {
  const { conversation: script, order, startAt } = chat.plan;
  return Math.max(
    startAt,
    order === 'arrival' ? chat.countArrival() : findPosition(script, conversation),
  );
}

function findObstacle(obstacles: readonly Obstacle[], attempt: number): Obstacle | undefined {
  let past = 0;
  return obstacles.find(({ times }) => (past += times ?? Infinity) > attempt);
}

function meet(obstacle: Obstacle, position: number, answer: PlannedAnswer | undefined): Step {
  if (obstacle.kind === 'rate-limit')
    return { kind: 'error', position, error: rateLimit(obstacle) };
  const { afterChunks } = obstacle;
  if (answer === undefined || afterChunks === undefined) return stopAtOnce(obstacle, position);
  const how = obstacle.kind === 'failure' ? failure(obstacle) : obstacle.kind;
  return { kind: 'answer', position, answer, breaks: { how, afterChunks } };
}

function stopAtOnce(obstacle: Failure | Interruption, position: number): Step {
  if (obstacle.kind === 'failure') return { kind: 'error', position, error: failure(obstacle) };
  return { kind: 'silence', position, how: obstacle.kind };
}

function failure({ status, message, type, code, param, headers }: Failure): ApiError {
  const body = {
    message: message ?? `The script answers with status ${status}.`,
    type: type ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param: param ?? null,
    code: code ?? null,
  };
  return new ApiError(status, body, headers);
}

function rateLimit({ retryAfterMs = 1000 }: RateLimit): ApiError {
  const headers = {
    'retry-after': String(Math.ceil(retryAfterMs / 1000)),
    'retry-after-ms': String(retryAfterMs),
    'x-ratelimit-limit-requests': '1',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': `${retryAfterMs}ms`,
  };
  const message = `Too many requests; try again in ${retryAfterMs} milliseconds.`;
  return new ApiError(429, { message, type: 'requests', code: 'rate_limit_exceeded' }, headers);
}

function scriptEnded({ id, plan }: ServedChat): ApiError {
  const answers = plan.stops.length - 1;
  const message =
    `[script_ended] the conversation has passed all ${answers} answers of ${id}; ` +
    'add an answer to the script, or stop the agent before it asks again';
  return new ApiError(400, { message, code: 'script_ended' });
}
