import { unwatched } from '@interpose/adapter-kit';
import type { Hooks } from '@interpose/core';
import type { A2aMethod } from '../translate/methods.ts';
import { CODES, rpcError } from '../translate/rpc-error.ts';
import { overlay } from './tag.ts';

/** A method of the SDK's transport or request handler. */
export type Member = (params: unknown, options?: unknown) => unknown;

/** An object of the SDK in which each method stands for one method of A2A, and how to hook it. */
export interface Seam {
  readonly hooks: Hooks;
  readonly methods: ReadonlyMap<PropertyKey, A2aMethod>;
  /** Methods that carry no message. */
  readonly silent: ReadonlySet<PropertyKey>;
  /** Returns the hooked method. */
  hook(method: A2aMethod, member: Member): Member;
  /** Returns the hooked form of an object inside the target; undefined for an object that carries no message. */
  hookPart?(name: PropertyKey, part: object): object | undefined;
  /** Returns the hooked form of a method that is in no table; undefined for an unknown method. */
  hookOther?(name: PropertyKey, member: Member): Member | undefined;
}

/** Returns the object with every method hooked. A method that a later SDK adds is refused until it is known here. */
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

/** Returns a method that refuses every call, for methods that no policy can know. */
export function refuseUnknown(key: PropertyKey): Member {
  return async () => {
    const problem = `[method_unknown] ${String(key)} is no method that hooks can see`;
    throw rpcError(null, CODES.methodNotFound, `${problem}; update @interpose/a2a`);
  };
}
