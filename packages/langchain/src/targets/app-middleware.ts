import { isDict, omitUndefined, withMembers } from '@interpose/adapter-kit';
import { hookModelOption } from '../model/model-option.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { checkAnswer, textsIn } from './changed-answer.ts';
import { answeredCall, judgedIn, messagesOf, phasesOf } from './middleware-answers.ts';
import { isTool } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import { listIn } from '../translate/native.ts';

type Request = Readonly<Record<string, unknown>>;
type Handler = (request: Request) => unknown;
type Wrap = (request: Request, handler: Handler) => unknown;

/** Returns the app's own middleware with hooks: a model or a tool that a middleware brings in is hooked as well. */
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
  const members = {
    ...phasesOf(middleware, seam.hooks),
    ...omitUndefined({
      wrapModelCall: isWrap(wrapModelCall)
        ? aroundModel(middleware, wrapModelCall, seam)
        : undefined,
      wrapToolCall: isWrap(wrapToolCall) ? aroundTool(middleware, wrapToolCall, seam) : undefined,
    }),
  };
  const isPlain = Object.getPrototypeOf(middleware) === Object.prototype;
  return isPlain ? { ...middleware, ...members } : withMembers(middleware, members);
}

function isWrap(value: unknown): value is Wrap {
  return typeof value === 'function';
}

/** Hooks the tool. If the middleware answers the call itself, its answer passes the gates of tools as well. */
function aroundTool(self: object, wrap: Wrap, seam: ModelSeam): Wrap {
  const { hooks } = seam;
  return async (request, handler) => {
    let isPassed = false;
    const judged = new Set<string>();
    const ask = async (asked: Request): Promise<unknown> =>
      wrap.call(self, asked, async (given) => {
        isPassed = true;
        if (isTool(given['tool'])) hookToolInPlace(given['tool'], hooks);
        const result = await handler(given);
        for (const text of textsIn(result)) judged.add(text);
        return result;
      });
    const answer = await ask(request);
    if (!isPassed) return answeredCall(answer, request, ask, hooks);
    checkAnswer(answer, judged, seam);
    return answer;
  };
}

/** Hooks the model. If the middleware answers itself, its answer passes the gate of answers as well. */
function aroundModel(self: object, wrap: Wrap, seam: ModelSeam): Wrap {
  const hook = withHookedModel(seam);
  return async (request, handler) => {
    const seen = messagesOf(request['state']);
    const answer = await wrap.call(self, request, async (given) => {
      const said = await handler(hook(given) as Request);
      for (const each of [said, ...messagesOf(said)]) seen.add(each);
      return said;
    });
    return judgedIn(answer, seen, seam.hooks);
  };
}

function withHookedModel(seam: ModelSeam): Handler {
  return (request) => {
    const { model } = request;
    const hooked =
      typeof model === 'object' ? hookModelOption(model, seam, 'wrapModelCall') : model;
    return hooked === model ? request : { ...request, model: hooked };
  };
}

/** Makes a middleware that hooks the model which `createAgent` finds for a name, and does nothing else. */
export function resolvingMiddleware(seam: ModelSeam): Readonly<Record<string, unknown>> {
  const hook = withHookedModel(seam);
  const wrapModelCall: Wrap = (request, handler) => handler(hook(request) as Request);
  return { name: 'InterposeModel', wrapModelCall };
}
