import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

/** What is claimed of somebody who signs in under this name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Changes the claims of a token before it is signed again; undefined leaves the token as it was. */
export type Lie = (claims: JWTPayload) => JWTPayload | undefined;

/** An OpenID provider on this machine, with its login page, that lies where it is told to. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is known, by the name that is typed into the login page; it can be changed while it runs. */
  readonly people: Map<string, Claims>;
  /** Its ID tokens say this; `foreignKey` has a key sign them that the provider does not publish. */
  lie(lie: Lie | undefined, signer?: 'ownKey' | 'foreignKey'): void;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'guardian', clientSecret: 'a-secret-of-the-provider-for-tests' };

/** Starts a provider whose people are sent back to these addresses after they signed in and out. */
export async function startIdentityProvider(
  callback: string,
  afterLogout: string,
): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const own = await signingKey('own');
  const foreign = await signingKey('own');
  const provider = new Provider(issuer, configure({ callback, afterLogout, people, key: own }));
  let lie: Lie | undefined;
  let signer = own;
  provider.use(async (context, next) => {
    await next();
    const told = context.body as { id_token?: string } | undefined;
    if (lie === undefined || context.path !== '/token' || told?.id_token === undefined) return;
    const claims = lie(decodeJwt(told.id_token));
    if (claims !== undefined) told.id_token = await signed(claims, signer);
  });
  server.on('request', (incoming, outgoing) => void provider.callback()(incoming, outgoing));
  return {
    issuer,
    ...CLIENT,
    people,
    lie: (next, who = 'ownKey') => {
      lie = next;
      signer = who === 'ownKey' ? own : foreign;
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

function signed(claims: JWTPayload, key: JWK): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
}

interface Configured {
  readonly callback: string;
  readonly afterLogout: string;
  readonly people: ReadonlyMap<string, Claims>;
  readonly key: JWK;
}

function configure({ callback, afterLogout, people, key }: Configured): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [callback],
        post_logout_redirect_uris: [afterLogout],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['cookies of tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'org'],
    },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
  };
}
