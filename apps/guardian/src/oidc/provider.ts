import * as client from 'openid-client';

import type { GuardianConfig } from '../config/config.ts';
import type { Claims } from './read-claims.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** The data in the browser while the person is at the provider. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page to open afterwards. */
  readonly to: string;
  readonly until: number;
}

export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly scope: string;
  /** The address to which people come back. */
  readonly callback: string;
}

const ANSWER_S = 10;
/** The milliseconds that a person may take at the provider. */
export const ATTEMPT_MS = 600_000;

/** Returns the provider of the settings; undefined if people sign in with tokens only. */
export function providerOptions(config: GuardianConfig): ProviderOptions | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret } = config;
  const { oidcScope: scope, publicUrl } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  if (secret === undefined || publicUrl === undefined) return undefined;
  const callback = new URL('/auth/oidc/callback', publicUrl).href;
  return { issuer, clientId, secret, scope, callback };
}

/** A provider of OpenID Connect: where people sign in, and what it proves about them. */
export class Provider {
  readonly #options: ProviderOptions;
  #found: Promise<client.Configuration> | undefined;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  /** Reads the provider's own description, once it answers; throws `SignInRefused` while it does not. */
  async find(): Promise<client.Configuration> {
    this.#found ??= this.#discover();
    try {
      return await this.#found;
    } catch (error) {
      this.#found = undefined;
      throw refusal(error);
    }
  }

  /** Returns where to send a person who wants to sign in, and what to keep until the return. */
  async begin(to: string): Promise<{ readonly url: URL; readonly attempt: Attempt }> {
    const found = await this.find();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(found, {
      redirect_uri: this.#options.callback,
      scope: this.#options.scope,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url, attempt: { state, nonce, verifier, to, until: Date.now() + ATTEMPT_MS } };
  }

  /** Returns the proven claims of the person who came back with this query; throws `SignInRefused` without proof. */
  async finish(search: string, { state, nonce, verifier }: Attempt): Promise<Claims> {
    const found = await this.find();
    const back = new URL(search, this.#options.callback);
    try {
      const tokens = await client.authorizationCodeGrant(found, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInRefused('proof_refused', 'there is no ID token');
      const { userinfo_endpoint: more } = found.serverMetadata();
      if (more === undefined) return claims;
      const told = await client.fetchUserInfo(found, tokens.access_token, claims.sub);
      return { ...told, ...claims };
    } catch (error) {
      throw refusal(error);
    }
  }

  /** Returns where to send a person who signs out, if the provider has such an address. */
  async leave(after: string): Promise<string | undefined> {
    const found = await this.find();
    if (found.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(found, { post_logout_redirect_uri: after }).href;
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, secret } = this.#options;
    const isOwn = new URL(issuer).protocol === 'http:';
    const found = await client.discovery(
      new URL(issuer),
      clientId,
      secret,
      client.ClientSecretBasic(secret),
      { timeout: ANSWER_S, execute: isOwn ? [client.allowInsecureRequests] : [] },
    );
    // Also checks the signature of the ID token, not only that it came over a trusted connection.
    client.enableNonRepudiationChecks(found);
    return found;
  }
}

const UNHEARD = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

/** Returns what went wrong, without any sent data. */
function refusal(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  if (error instanceof client.AuthorizationResponseError)
    return new SignInRefused('provider_refused', `the provider says ${error.error}`);
  if (error instanceof client.ResponseBodyError)
    return new SignInRefused('proof_refused', `the provider says ${error.error}`);
  const { code = '', message, cause } = error as Error & { readonly code?: string };
  const isUnheard = UNHEARD.includes(code) || (code === '' && error instanceof TypeError);
  const problem = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return new SignInRefused(isUnheard ? 'provider_unreachable' : 'proof_refused', problem);
}
