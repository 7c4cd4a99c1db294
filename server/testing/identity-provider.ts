import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'keyhold', secret: 'a secret of the client, long enough for everybody' };

const { privateKey: signingKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Claims about a person; the key in `people` is the subject. */
export type Claims = {
  email?: string;
  email_verified?: boolean | string;
  given_name?: string;
  family_name?: string;
  name?: string;
};

export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/**
 * A real OpenID Connect provider on its own port (or `port`), which redirects to `callback`. Its sign-in page lists `people`, who may be
 * changed at any time, as buttons, and takes `ago`, seconds since the sign-in there; no consent is asked for. With `inIdToken` the ID token
 * contains the email.
 */
export async function startIdentityProvider(
  callback: string,
  { port = 0, inIdToken = false }: { port?: number; inIdToken?: boolean } = {},
) {
  const people: Record<string, Claims> = {};
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: !inIdToken,
    jwks: { keys: [{ ...signingKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) =>
      people[sub] && { accountId: sub, claims: () => ({ sub, ...people[sub] }) as never },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const accountId = url.searchParams.get('as');
    if (accountId === '') {
      const denied = { error: 'access_denied', error_description: 'Not today' };
      return provider.interactionFinished(request, response, denied);
    }
    if (accountId) {
      const ts = Math.floor(Date.now() / 1000) - Number(url.searchParams.get('ago') ?? 0);
      return provider.interactionFinished(request, response, { login: { accountId, ts } });
    }
    const links = Object.keys(people).map((sub) => `<li><a href="?as=${sub}">${sub}</a></li>`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Provider</title><h1>Who are you?</h1><ul>${links.join('')}</ul><a href="?as=">Cancel</a>`,
    );
  }

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (!url.pathname.startsWith('/interaction/')) return void answer(request, response);
    interact(request, response, url).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });

  return {
    issuer,
    people,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
