import type { NativeModel } from '../translate/native.ts';

/** The hooked model of each model; that of a hooked one is itself. */
export const hookedModels: WeakMap<NativeModel, NativeModel> = new WeakMap();
