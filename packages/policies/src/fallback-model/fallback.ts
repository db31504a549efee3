import {
  checkOptions,
  InterposeError,
  type Context,
  type MaybePromise,
  type ModelRequest,
  type ModelResponse,
} from '@interpose/core';

/**
 * A model that the app calls itself, on any SDK.
 *
 * @example
 * const small: AskedModel = { model: 'small', ask: async ({ messages }) => ({ content: [{ type: 'text', text: await askSmall(messages) }] }) };
 */
export interface AskedModel {
  readonly model: string;
  /** Answers the request that the hooks left, with this model's name. Follow `ctx.signal`. A throw goes on. */
  readonly ask: (request: ModelRequest, ctx: Context<'preRequest'>) => MaybePromise<ModelResponse>;
}

/**
 * A model to go on with: its name, where the SDK takes another name, or a model that the app calls itself.
 *
 * @example
 * const fallbacks: readonly Fallback[] = ['model-b', { model: 'model-c', ask: () => ({ content: [] }) }];
 */
export type Fallback = string | AskedModel;

/**
 * Checks the list of models.
 *
 * @throws InterposeError `invalid_option` for an empty list, a model without a name, or one that is there twice.
 */
export function checkFallbacks(fallbacks: readonly Fallback[]): readonly Fallback[] {
  if (!Array.isArray(fallbacks) || fallbacks.length === 0) throw invalid('has no list of models');
  const names = Array.from<unknown>(fallbacks).map(nameOf);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`names ${twice} twice`);
  return [...(fallbacks as readonly Fallback[])];
}

function nameOf(fallback: unknown): string {
  if (typeof fallback === 'string' && fallback.trim() !== '') return fallback;
  if (typeof fallback === 'object' && fallback !== null) {
    const { model, ask } = fallback as { readonly model?: unknown; readonly ask?: unknown };
    checkOptions('a model of fallbackModel', fallback, ['model', 'ask']);
    if (typeof model === 'string' && model.trim() !== '' && typeof ask === 'function') return model;
  }
  throw invalid('holds what is neither the name of a model nor { model, ask }');
}

function invalid(problem: string): InterposeError {
  return new InterposeError(
    'invalid_option',
    `fallbackModel ${problem}`,
    'pass the names of models, or { model, ask }',
  );
}
