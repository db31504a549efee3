import type { NativeModel } from '../translate/native.ts';

/** True for a language model of a generation that can be hooked. */
export function isModel(value: unknown): value is NativeModel {
  if (typeof value !== 'object' || value === null) return false;
  const model = value as Partial<NativeModel>;
  const known = ['v2', 'v3', 'v4'].includes(String(model.specificationVersion));
  return known && typeof model.doGenerate === 'function' && typeof model.doStream === 'function';
}
