import { InterposeError, type ModelRequest } from '@interpose/core';
import { isDict, whyUnnamed as whyNone } from '@interpose/adapter-kit';
import { TAGS } from '../targets/hook-object.ts';
import type { CallOptions, NativeModel } from '../translate/native.ts';

/** Returns why the model that a changed request names cannot be asked; `undefined` if it can. */
export function whyUnnamed(
  model: NativeModel,
  options: CallOptions,
  changed: ModelRequest,
  original: ModelRequest,
): string | undefined {
  const { model: name } = changed;
  const why = whyNone(changed, original);
  if (why !== undefined || name === original.model) return why;
  return copyNamed(model, name ?? '', options) === undefined
    ? 'A policy named another model, and this chat model cannot be asked under another name.'
    : undefined;
}

/** Returns the model that the request names after the hooks: the given model, unless the hooks changed the name. */
export function modelFor(
  model: NativeModel,
  options: CallOptions,
  changed: ModelRequest,
  original: ModelRequest,
): NativeModel {
  if (changed.model === original.model) return model;
  const named = copyNamed(model, changed.model ?? '', options);
  if (named !== undefined) return named;
  throw new InterposeError(
    'model_unresolved',
    `this chat model cannot be asked as "${changed.model}"`,
    'give the agent a model of that name',
  );
}

/**
 * Returns a copy of a `ChatOpenAI` with another name, made from its fields just as `withConfig` does it. `undefined`
 * for every other model: an Azure model is chosen by its deployment, and what other classes send is not known here.
 */
function copyNamed(
  model: NativeModel,
  name: string,
  options: CallOptions,
): NativeModel | undefined {
  const { fields, constructor, defaultOptions } = model;
  if (TAGS.of(model) !== undefined || !isChatOpenAI(model, constructor)) return undefined;
  try {
    const copy = Reflect.construct(constructor, [
      { ...(isDict(fields) ? fields : {}), model: name },
    ]) as NativeModel;
    Object.assign(copy, { defaultOptions });
    return sentName(copy, options) === name ? copy : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the model is of the class `ChatOpenAI` itself. What a subclass sends is not known here. */
function isChatOpenAI(model: NativeModel, constructor: unknown): constructor is Constructor {
  return (
    typeof constructor === 'function' &&
    Object.getPrototypeOf(model) === constructor.prototype &&
    Object.hasOwn(constructor.prototype as object, '_useResponsesApi') &&
    Object.hasOwn(model, 'fields') &&
    !Object.hasOwn(model, '_generate') &&
    !Object.hasOwn(model, '_streamResponseChunks') &&
    model['_llmType']() === 'openai'
  );
}

type Constructor = new (fields: object) => unknown;

function sentName(model: NativeModel, options: CallOptions): unknown {
  const { invocationParams } = model;
  if (typeof invocationParams !== 'function') return undefined;
  const sent: unknown = Reflect.apply(invocationParams, model, [options]);
  return isDict(sent) ? sent['model'] : undefined;
}
