import { askEmbedding } from '../data/embedding.ts';
import { classOf, type Endpoint } from '../coverage/endpoints.ts';
import { whyRefused } from '../coverage/require-enforced.ts';
import type { CallRun, Hooking } from '../run/host-run.ts';
import { isWatched, streamThrough } from '../stream/stream-model.ts';
import { textOf } from '../translate/native.ts';
import { chatDialect, responsesDialect } from './dialects.ts';
import { answerThrough } from './generate.ts';
import { errorOf, isUnanswered, noteUnanswered, readBody, type HttpCall } from './http-call.ts';
import { isIdle, writeRequest, type ModelCall } from './model-call.ts';
import { prepareCall } from './offer-tools.ts';

const DIALECTS = { 'chat.completions': chatDialect, responses: responsesDialect } as const;

/**
 * Sends a request. One that asks a model passes the hooks as part of the run that `runOf` returns; any other is sent
 * unchanged by `pass`, or refused.
 */
export function judgeRequest(
  hooking: Hooking,
  http: HttpCall,
  pass: () => Promise<Response>,
  runOf: (endpoint: Endpoint) => CallRun,
): Promise<Response> {
  const found = classOf(http.init.method, http.url, http.base);
  if (found.status === 'enforced')
    return askEndpoint(found.endpoint, { run: runOf(found.endpoint), http });
  const refusal = whyRefused(hooking, found);
  return refusal === undefined ? pass() : Promise.resolve(http.failWith(refusal, undefined));
}

/** Sends a request to an endpoint through the hooks, and ends the run where nothing else will. */
async function askEndpoint(
  endpoint: Endpoint,
  call: Omit<ModelCall, 'dialect'>,
): Promise<Response> {
  const { run } = call;
  try {
    const response = await (endpoint === 'embeddings'
      ? askEmbedding(call)
      : ask({ ...call, dialect: DIALECTS[endpoint] }));
    await settle(run, response);
    return response;
  } catch (error) {
    if (run.endsWith === 'request') await run.failed(error);
    throw error;
  }
}

/** Ends a run with its answer, unless a tool runner, the reader of a stream, or a client that may try again does so. */
async function settle(run: CallRun, response: Response): Promise<void> {
  run.answered = response.ok ? undefined : errorOf(response);
  if (run.endsWith === 'runner' || isWatched(response)) return;
  if (response.ok) await run.done();
  else if (run.endsWith === 'request') await run.failed(run.answered);
}

async function ask(call: ModelCall): Promise<Response> {
  const { run, http, dialect } = call;
  try {
    if (run.fatal !== undefined) throw run.fatal.error;
    run.failure = undefined;
    const given = readBody(http.init.body, (text) => run.bodies.read(text));
    const chat =
      run.opened ??
      (await run.open(textOf(given['model']), dialect.conversation(given), (copy) =>
        dialect.messages(given, copy),
      ));
    const prepared = await prepareCall(chat, call, given);
    if (isIdle(chat) && !prepared.isPrepared) {
      return await http.send(writeRequest(prepared, undefined)).catch(noteUnanswered);
    }
    return await (prepared.body['stream'] ? streamThrough(prepared) : answerThrough(prepared));
  } catch (error) {
    if (run.opened?.signal.aborted === true || isUnanswered(error)) throw error;
    run.failure = { error };
    return http.failWith(error, undefined);
  }
}
