/** What a person may do: look, answer asks as well, or change settings as well. */
export type Role = 'viewer' | 'approver' | 'admin';

/** Who is signed in, and how one signs in. */
export interface Me {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
    readonly role: Role;
  } | null;
  readonly tenant: { readonly id: string; readonly name: string };
  /** What every write carries; null where nobody is signed in. */
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
  /** The identity provider says the role, at each sign-in. */
  readonly ofProvider?: true;
}
