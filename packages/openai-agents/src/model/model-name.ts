import type { NativeModel } from '../translate/native.ts';

const names = new WeakMap<NativeModel, string>();

/** Remembers under which name a provider gave this model. */
export function nameModel(model: NativeModel, name: string | undefined): void {
  if (name !== undefined && name !== '') names.set(model, name);
}

/** The name of a model: that under which a provider gave it, else the one it says itself, where it does. */
export function modelName(model: NativeModel): string | undefined {
  const { _model: own } = model as { readonly _model?: unknown };
  return names.get(model) ?? (typeof own === 'string' ? own : undefined);
}
