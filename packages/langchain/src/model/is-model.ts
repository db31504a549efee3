import { isDict, type NativeModel } from '../translate/native.ts';

/** True when the model has this method from the base class of all chat models, which tells from it what it can do. */
export function isInherited(model: NativeModel, method: string): boolean {
  return inheritedMember(model, method) === model[method];
}

/** The method as the base class of all chat models has it. */
export function inheritedMember(model: NativeModel, method: string): unknown {
  let prototype: unknown = Object.getPrototypeOf(model);
  while (isDict(prototype)) {
    if (Object.hasOwn(prototype, '_generateUncached')) return prototype[method];
    prototype = Object.getPrototypeOf(prototype);
  }
  return undefined;
}
