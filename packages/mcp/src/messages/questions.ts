import type { Dict, MaybePromise } from '@interpose/core';
import { andThen, isDict, isThenable } from '@interpose/adapter-kit';
import { refusedAsMalformed, refusedFor, type Ruling } from './from-contract.ts';
import { readMessage, type ReadMessage } from './to-contract.ts';

/** Asks the hooks about one question, or one answer to a question, as if it were a message of its own. */
export type AskOne = (read: ReadMessage) => MaybePromise<Ruling>;

/** The places for a server's questions in its answer, and a client's answers in its request (protocol of 2026). */
const PLACES = ['params', 'result'] as const;
const HELD = ['inputRequests', 'inputResponses'] as const;

/**
 * Asks the hooks about each question and each answer in a message; the ruling has the same message if they left all
 * alone. Refused ones are removed from the message; if none is left, the message is refused.
 */
export function askEach(message: Dict, ask: AskOne): MaybePromise<Ruling> {
  let ruling = pass(message);
  for (const place of PLACES)
    for (const held of HELD)
      if (holds(message, place, held))
        ruling = andThen(ruling, (before) =>
          before.kind === 'pass' ? askHeld(before.message, place, held, ask) : before,
        );
  return 'error' in message ? askLinks(message, ask) : ruling;
}

/** The code of an error that sends a person to addresses before the call is made again (protocol of 2025-11-25). */
const URL_NEEDED = -32042;

/** Asks the hooks about each address in an error, as about a question that the server asks beside its answer. */
function askLinks(message: Dict, ask: AskOne): MaybePromise<Ruling> {
  const { code, data } = message['error'] as Dict;
  const links = code === URL_NEEDED && isDict(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(links)) return pass(message);
  const questions = links.map((params: unknown) => ({ method: 'elicitation/create', params }));
  const asking = { result: { inputRequests: Object.fromEntries(questions.entries()) } };
  return andThen(askHeld(asking, 'result', 'inputRequests', ask), (ruling) => {
    if (ruling.kind !== 'pass') return ruling;
    if (ruling.message === asking) return { kind: 'pass', message };
    const { inputRequests } = ruling.message['result'] as Dict;
    const elicitations = Object.values(inputRequests as Dict).map(
      (each) => (each as Dict)['params'],
    );
    const error = { ...(message['error'] as Dict), data: { ...(data as Dict), elicitations } };
    return { kind: 'pass', message: { ...message, error } };
  });
}

function pass(message: Dict): MaybePromise<Ruling> {
  return { kind: 'pass', message };
}

type Place = (typeof PLACES)[number];
type Held = (typeof HELD)[number];

function holds(message: Dict, place: Place, held: Held): boolean {
  const owner = message[place];
  return isDict(owner) && typeof owner[held] === 'object' && owner[held] !== null;
}

function askHeld(message: Dict, place: Place, held: Held, ask: AskOne): MaybePromise<Ruling> {
  const owner = message[place] as Dict;
  const before = Object.entries(owner[held] as Dict);
  const asked = before.map(([id, entry]) => askEntry(held, id, entry, ask));
  return andThen(allOf(asked), (rulings): Ruling => {
    const kept = rulings.flatMap(({ entry }, index) =>
      entry === undefined ? [] : [[before[index]![0], entry]],
    );
    if (kept.length === 0 && before.length > 0) return rulings[0]!.ruling;
    if (rulings.every(({ entry }, index) => entry === before[index]![1]))
      return { kind: 'pass', message };
    const left: unknown = Object.fromEntries(kept);
    return { kind: 'pass', message: { ...message, [place]: { ...owner, [held]: left } } };
  });
}

/** The ruling on one question or answer, and the entry that is put in its place; undefined if it was refused. */
interface Judged {
  readonly ruling: Ruling;
  readonly entry?: unknown;
}

function askEntry(held: Held, id: string, entry: unknown, ask: AskOne): MaybePromise<Judged> {
  const isQuestion = held === 'inputRequests';
  const read = readMessage(
    isQuestion
      ? { ...(isDict(entry) ? entry : undefined), jsonrpc: '2.0', id }
      : { jsonrpc: '2.0', id, result: entry },
  );
  const fault = read.fault ?? (isQuestion && read.kind !== 'request' ? NO_QUESTION : undefined);
  if (fault !== undefined) return { ruling: refusedAsMalformed(fault) };
  return andThen(ask(read), (ruling): Judged => {
    if (ruling.kind === 'refuse') return { ruling };
    if (ruling.kind === 'reply') return { ruling: refusedFor('respond_unsupported', NO_REPLY) };
    const { message } = ruling;
    if (message === read.message) return { ruling, entry };
    if (!isQuestion)
      return 'result' in message
        ? { ruling, entry: message['result'] }
        : { ruling: refusedFor('invalid_verdict', NO_ERROR) };
    const { jsonrpc: _jsonrpc, id: _id, ...question } = message;
    return { ruling, entry: question };
  });
}

const NO_QUESTION = 'a question needs a method';
const NO_REPLY = 'a question within an answer takes no reply';
const NO_ERROR = 'an answer within a request is no error';

/** Returns all of these values, without a promise if none of them is one. */
export function allOf<Value>(
  values: readonly MaybePromise<Value>[],
): MaybePromise<readonly Value[]> {
  return values.some(isThenable) ? Promise.all(values) : (values as readonly Value[]);
}
