import { isDict, omitUndefined } from '@interpose/adapter-kit';
import { hookModelOption } from '../model/model-option.ts';
import { currentRun } from '../run/host-run.ts';
import { judgeAnswer } from '../run/judge-answer.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { isTool } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import { messageToContract } from '../translate/message-to-contract.ts';
import { answerIn, listIn, type NativeMessage } from '../translate/native.ts';
import { refusalMessage } from '../translate/refusal.ts';
import { responseFromContract } from '../translate/response-from-contract.ts';

type Request = Readonly<Record<string, unknown>>;
type Handler = (request: Request) => unknown;
type Wrap = (request: Request, handler: Handler) => unknown;

/** The app's own middleware, so that a model or a tool that one of them brings in is hooked as well. */
export function hookMiddleware(
  middleware: unknown,
  seam: ModelSeam,
): readonly unknown[] | undefined {
  return Array.isArray(middleware)
    ? middleware.map((each: unknown) => (isDict(each) ? hookOne(each, seam) : each))
    : undefined;
}

function hookOne(middleware: Request, seam: ModelSeam): Request {
  const { wrapModelCall, wrapToolCall, tools } = middleware;
  for (const tool of listIn(tools).filter(isTool)) hookToolInPlace(tool, seam.hooks);
  return {
    ...middleware,
    ...omitUndefined({
      wrapModelCall: isWrap(wrapModelCall)
        ? aroundModel(middleware, wrapModelCall, seam)
        : undefined,
      wrapToolCall: isWrap(wrapToolCall) ? aroundTool(middleware, wrapToolCall, seam) : undefined,
    }),
  };
}

function isWrap(value: unknown): value is Wrap {
  return typeof value === 'function';
}

function aroundTool(self: object, wrap: Wrap, { hooks }: ModelSeam): Wrap {
  return (request, handler) =>
    wrap.call(self, request, (given) => {
      if (isTool(given['tool'])) hookToolInPlace(given['tool'], hooks);
      return handler(given);
    });
}

/** The model is hooked, and what the middleware says in its place passes the gate of answers as well. */
function aroundModel(self: object, wrap: Wrap, seam: ModelSeam): Wrap {
  const hook = withHookedModel(seam);
  return async (request, handler) => {
    const seen = new Set<unknown>();
    const answer = await wrap.call(self, request, async (given) => {
      const said = await handler(hook(given) as Request);
      seen.add(said);
      return said;
    });
    return isFinal(answer) && !seen.has(answer) ? judged(answer, seam) : answer;
  };
}

/** True for a message of the model that ends the run: it calls no tool. */
function isFinal(answer: unknown): answer is NativeMessage {
  if (!isDict(answer) || typeof answer['getType'] !== 'function') return false;
  const message = answer as unknown as NativeMessage; // the classes of LangChain are no records for TypeScript
  return message.getType() === 'ai' && (answerIn(message).tool_calls ?? []).length === 0;
}

/** LangChain lets the errors of a middleware end the run. */
async function judged(native: NativeMessage, { hooks }: ModelSeam): Promise<NativeMessage> {
  const run = currentRun(hooks);
  if (run === undefined) return native;
  const answer = await judgeAnswer(run, {
    native,
    read: () => messageToContract(native, run.copy),
    write: ({ content }) => responseFromContract({ content }, native),
    refusal: refusalMessage,
  });
  if (run.fatal !== undefined) throw run.fatal.error;
  return answer;
}

function withHookedModel(seam: ModelSeam): Handler {
  return (request) => {
    const { model } = request;
    const hooked =
      typeof model === 'object' ? hookModelOption(model, seam, 'wrapModelCall') : model;
    return hooked === model ? request : { ...request, model: hooked };
  };
}

/** Hooks the model that `createAgent` finds for a name; it adds no other behaviour. */
export function resolvingMiddleware(seam: ModelSeam): Readonly<Record<string, unknown>> {
  const hook = withHookedModel(seam);
  const wrapModelCall: Wrap = (request, handler) => handler(hook(request) as Request);
  return { name: 'InterposeModel', wrapModelCall };
}
