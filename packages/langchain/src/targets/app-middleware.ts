import { isDict } from '@interpose/adapter-kit';
import { hookModelOption } from '../model/model-option.ts';
import type { ModelSeam } from '../run/open-run.ts';
import { isTool } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';

type Handler = (request: Readonly<Record<string, unknown>>) => unknown;
type Wrap = (request: Readonly<Record<string, unknown>>, handler: Handler) => unknown;

/** The app's own middleware, so that a model or a tool that one of them brings in is hooked as well. */
export function hookMiddleware(
  middleware: unknown,
  seam: ModelSeam,
): readonly unknown[] | undefined {
  return Array.isArray(middleware)
    ? middleware.map((each: unknown) => (isDict(each) ? hookOne(each, seam) : each))
    : undefined;
}

function hookOne(
  middleware: Readonly<Record<string, unknown>>,
  seam: ModelSeam,
): Readonly<Record<string, unknown>> {
  const { wrapModelCall, wrapToolCall, tools } = middleware;
  for (const tool of Array.isArray(tools) ? tools.filter(isTool) : [])
    hookToolInPlace(tool, seam.hooks);
  return {
    ...middleware,
    ...(typeof wrapModelCall === 'function'
      ? { wrapModelCall: before(middleware, wrapModelCall as Wrap, withHookedModel(seam)) }
      : undefined),
    ...(typeof wrapToolCall === 'function'
      ? { wrapToolCall: before(middleware, wrapToolCall as Wrap, withHookedTool(seam)) }
      : undefined),
  };
}

function before(self: object, wrap: Wrap, change: Handler): Wrap {
  return (request, handler) =>
    wrap.call(self, request, (given) =>
      handler(change(given) as Readonly<Record<string, unknown>>),
    );
}

function withHookedModel(seam: ModelSeam): Handler {
  return (request) => {
    const { model } = request;
    const hooked =
      typeof model === 'object' ? hookModelOption(model, seam, 'wrapModelCall') : model;
    return hooked === model ? request : { ...request, model: hooked };
  };
}

function withHookedTool(seam: ModelSeam): Handler {
  return (request) => {
    if (isTool(request['tool'])) hookToolInPlace(request['tool'], seam.hooks);
    return request;
  };
}

/** Hooks the model that `createAgent` finds for a name; it adds no other behaviour. */
export function resolvingMiddleware(seam: ModelSeam): Readonly<Record<string, unknown>> {
  const hook = withHookedModel(seam);
  const wrapModelCall: Wrap = (request, handler) =>
    handler(hook(request) as Readonly<Record<string, unknown>>);
  return { name: 'InterposeModel', wrapModelCall };
}
