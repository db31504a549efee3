import type { Role } from '@interpose/guardian-api';

/** The roles; each may do more than the one before. */
export const roles = ['viewer', 'approver', 'admin'] as const satisfies readonly Role[];

/** A person who is signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly role: Role;
  readonly tenant: string;
  /** True if the identity provider vouches for the person; it sends the role at each sign-in. */
  readonly ofProvider: boolean;
  /** The value that every writing request must have in its header `x-csrf`. */
  readonly csrf: string;
}

/** The id of whoever uses the command line, who is always an admin. */
export const OPERATOR = 'command';

/** Whether a role includes another one. An unknown role includes nothing, and is included in nothing. */
export function mayAs(role: Role, needed: Role): boolean {
  return roles.includes(needed) && roles.indexOf(role) >= roles.indexOf(needed);
}
