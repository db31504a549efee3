import type { Role } from '@interpose/guardian-api';

/** What a person may do, each more than the one before. */
export const roles = ['viewer', 'approver', 'admin'] as const satisfies readonly Role[];

/** Somebody who is signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly role: Role;
  readonly tenant: string;
  /** True for whom the identity provider vouches; it says their role at each sign-in. */
  readonly ofProvider: boolean;
  /** What every request that writes must carry in its header `x-csrf`. */
  readonly csrf: string;
}

/** True where this role may do what that one may; a role that nobody knows may nothing, and what takes one takes nobody. */
export function mayAs(role: Role, needed: Role): boolean {
  return roles.includes(needed) && roles.indexOf(role) >= roles.indexOf(needed);
}
