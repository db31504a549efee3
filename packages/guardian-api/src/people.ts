/** What a person may do: look, also answer asks, or also change settings. */
export type Role = 'viewer' | 'approver' | 'admin';

/** The person who is signed in, and the ways to sign in. */
export interface Me {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
    readonly role: Role;
  } | null;
  readonly tenant: { readonly id: string; readonly name: string };
  /** The token that every write sends; null if nobody is signed in. */
  readonly csrf: string | null;
  readonly login: { readonly token: boolean; readonly oidc: boolean };
}

/** A person as admins see them. */
export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly role: Role;
  readonly lastAt?: number;
  /** True if the identity provider sets the role, at each sign-in. */
  readonly ofProvider?: true;
}
