import { unwatched } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { A2aMethod } from '../translate/methods.ts';
import { CODES, rpcError } from '../translate/rpc-error.ts';
import { overlay } from './tag.ts';

/** A member of the SDK's transport or request handler. */
export type Member = (params: unknown, options?: unknown) => unknown;

/** An object of the SDK whose members each stand for one method of A2A. */
export interface Seam {
  readonly hooks: Hooks;
  readonly methods: ReadonlyMap<PropertyKey, A2aMethod>;
  /** Members that carry no message. */
  readonly silent: ReadonlySet<PropertyKey>;
  /** The hooked form of a member. */
  hook(method: A2aMethod, member: Member): Member;
  /** The hooked form of an object that the target holds; undefined for one that carries no message. */
  hookPart?(name: PropertyKey, part: object): object | undefined;
  /** The hooked form of a member that is in no table; undefined for one that nobody knows. */
  hookOther?(name: PropertyKey, member: Member): Member | undefined;
}

/** The same object with every method hooked; a method that a later version adds is refused until it is known here. */
export function hookSeam<T extends object>(target: T, seam: Seam): T {
  const hooked = new Map<PropertyKey, unknown>();
  return overlay(target, seam.hooks, (key) => {
    const value = unwatched<unknown>(Reflect.get(target, key, target));
    if (typeof key === 'symbol' || key in Object.prototype) return value;
    if (typeof value === 'object' && value !== null) return hookedPart(seam, key, value, hooked);
    if (typeof value !== 'function') return value;
    if (!hooked.has(key)) hooked.set(key, hookedMember(seam, key, (value as Member).bind(target)));
    return hooked.get(key);
  });
}

function hookedPart(
  seam: Seam,
  key: PropertyKey,
  part: object,
  hooked: Map<PropertyKey, unknown>,
): unknown {
  if (seam.hookPart === undefined) return part;
  if (!hooked.has(key)) hooked.set(key, seam.hookPart(key, part) ?? part);
  return hooked.get(key);
}

function hookedMember(seam: Seam, key: PropertyKey, member: Member): unknown {
  const method = seam.methods.get(key);
  if (method !== undefined) return seam.hook(method, member);
  if (seam.silent.has(key)) return member;
  return seam.hookOther?.(key, member) ?? refuseUnknown(key);
}

/** A member that refuses, for a method that no policy can know. */
export function refuseUnknown(key: PropertyKey): Member {
  return async () => {
    const problem = `[method_unknown] ${String(key)} is no method that hooks can see`;
    throw rpcError(null, CODES.methodNotFound, `${problem}; update @interpose/a2a`);
  };
}
