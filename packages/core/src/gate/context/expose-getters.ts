import { refuseWrite } from './refuse-write.ts';

/** Puts getters on a prototype, each with a setter that throws `readonly_context`. */
export function exposeGetters(
  prototype: object,
  descriptors: Readonly<Record<string, PropertyDescriptor>>,
): void {
  for (const [key, descriptor] of Object.entries(descriptors)) {
    if (descriptor.get === undefined) continue;
    Object.defineProperty(prototype, key, { ...descriptor, set: refuseWrite, enumerable: true });
  }
}
