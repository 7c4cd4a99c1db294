import * as oidc from 'openid-client';
import type { SignOnFailure } from '../../shared/single-sign-on.ts';
import type { SingleSignOn } from '../config.ts';

const HOUR_MS = 3_600_000;
const TIMEOUT_SECONDS = 5;
const SCOPE = 'openid email profile';

/** A confirmation must show a sign-in at the provider within this many seconds. */
const JUST_NOW_SECONDS = 120;
/** A max_age makes the provider report when the sign-in was. */
const ANY_AGE_SECONDS = 30 * 24 * 3600;

/** Values that must return unchanged from the provider, kept in the browser. `confirms`: confirms the signed-in user, no sign-in. */
export type SignOnFlow = { state: string; nonce: string; verifier: string; confirms: boolean };

/** The identity that the provider asserts. `issuer` and `subject` identify the person. */
export type Identity = {
  issuer: string;
  subject: string;
  email: unknown;
  emailVerified: boolean;
  /** The last sign-in at the provider; undefined when not reported. */
  authenticatedAt: Date | undefined;
  firstName: unknown;
  lastName: unknown;
};

/** The provider refused, sent an invalid response or did not respond; `why` is the reason for the browser. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  readonly why: SignOnFailure;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The identity provider failed', { cause });
    this.why = isDenial(cause) ? 'refused' : isOutage(cause) ? 'unavailable' : 'failed';
  }
}

/**
 * The OpenID Connect provider of OIDC_ISSUER: authorization code with PKCE, state and nonce. Its metadata is read at the first sign-in,
 * then hourly; an old copy stays valid while it is down. Both functions throw ProviderFailure.
 */
export function openIdentityProvider(config: SingleSignOn) {
  const provider = findProvider(config);
  const failing = (error: unknown): never => {
    throw new ProviderFailure(error);
  };
  return {
    /** The provider's address, and what the browser must keep. */
    begin: (confirms: boolean) =>
      provider()
        .then((server) => begin(server, config.callback, confirms))
        .catch(failing),
    /** Exchanges the callback's query string for an identity; fails unless all values match the flow. */
    finish: (query: string, flow: SignOnFlow) =>
      provider()
        .then((server) => finish(server, config.callback, query, flow))
        .catch(failing),
  };
}

/** The provider with metadata of the last hour. */
function findProvider({ issuer, clientId, clientSecret }: SingleSignOn) {
  let known: { server: oidc.Configuration; until: number } | null = null;
  let asking: Promise<oidc.Configuration> | null = null;

  async function discover(): Promise<oidc.Configuration> {
    try {
      const server = await oidc.discovery(issuer, clientId, undefined, authenticate, {
        timeout: TIMEOUT_SECONDS,
        // The configuration allows http on loopback addresses only.
        execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      });
      known = { server, until: Date.now() + HOUR_MS };
      return server;
    } catch (error) {
      if (known) return known.server;
      throw error;
    } finally {
      asking = null;
    }
  }

  /** As the provider's metadata says; the standard's default is the header. */
  const authenticate: oidc.ClientAuth = (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const inHeader = ways.includes('client_secret_basic');
    const way = inHeader ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
    way(server, client, body, headers);
  };

  return async (): Promise<oidc.Configuration> => {
    if (known && Date.now() < known.until) return known.server;
    asking ??= discover();
    return asking;
  };
}

async function begin(
  server: oidc.Configuration,
  callback: URL,
  confirms: boolean,
): Promise<{ url: URL; flow: SignOnFlow }> {
  const flow = {
    confirms,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(server, {
    redirect_uri: callback.href,
    scope: SCOPE,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    max_age: String(confirms ? JUST_NOW_SECONDS : ANY_AGE_SECONDS),
    // Requires a new sign-in there, even with a session.
    ...(confirms && { prompt: 'login' }),
  });
  return { url, flow };
}

async function finish(
  server: oidc.Configuration,
  callback: URL,
  query: string,
  { state, nonce, verifier, confirms }: SignOnFlow,
): Promise<Identity> {
  const cameBackTo = new URL(callback);
  cameBackTo.search = query;
  const tokens = await oidc.authorizationCodeGrant(server, cameBackTo, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(confirms && { maxAge: JUST_NOW_SECONDS }),
  });
  const token = tokens.claims();
  if (!token) throw new Error('The identity provider gave no ID token');
  // The ID token has the email only on request; else it is read from userinfo, for the same subject.
  const lacksEmail = token.email === undefined && server.serverMetadata().userinfo_endpoint !== undefined;
  const claims = lacksEmail ? await oidc.fetchUserInfo(server, tokens.access_token, token.sub) : token;
  return {
    issuer: token.iss,
    subject: token.sub,
    email: claims.email,
    // Some providers send true as text, against the standard.
    emailVerified: [true, 'true'].includes(claims.email_verified as boolean | string),
    authenticatedAt: token.auth_time === undefined ? undefined : new Date(token.auth_time * 1000),
    firstName: claims.given_name ?? claims.name,
    lastName: claims.given_name === undefined ? undefined : claims.family_name,
  };
}

/** Whether the provider is unreachable or reports an outage. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError)
    return ['temporarily_unavailable', 'server_error'].includes(error.error);
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof TypeError) return error.message === 'fetch failed';
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  return code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
}

/** Whether the person or the provider refused. */
const isDenial = (error: unknown): boolean =>
  error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied';
