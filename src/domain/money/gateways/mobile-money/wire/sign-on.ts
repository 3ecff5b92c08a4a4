import { monotonicMs } from '../../../../../platform/clock.ts';
import type { Http, HttpAnswer, HttpSilence } from './http.ts';
import { objectIn } from './messages.ts';
import type { MobileMoneySettings } from './settings.ts';

/** The header that signs a request, or why there is none. Nothing was sent to the API itself. */
type SignedOn =
  | { readonly kind: 'signed'; readonly authorization: string | undefined }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unanswered'; readonly code: string };

export type SignOn = {
  readonly header: (deadlineMs: number) => Promise<SignedOn>;
  /** Forgets a token that was refused, unless there is a newer one. @returns false if there is nothing to renew */
  readonly refused: (authorization: string | undefined) => boolean;
};

type Token = { readonly authorization: string; readonly renewAtMs: number };

/** A token is renewed this long before its end, or after nine tenths of a short life. */
const earlyMs = 60_000;
const usualLifeMs = 300_000;
const longestLifeMs = 24 * 3_600_000;

/**
 * How requests are signed. An access token (OAuth 2.0, client credentials) is kept until shortly before its end. Requests that need
 * one at the same time wait for the same one.
 */
export function createSignOn(settings: MobileMoneySettings, http: Http): SignOn {
  const { auth } = settings;
  if (auth?.type !== 'oauth') {
    const fixed = auth && basic(auth.user, auth.password);
    return { header: async () => ({ kind: 'signed', authorization: fixed }), refused: () => false };
  }
  let token: Token | undefined;
  let asking: Promise<SignedOn> | undefined;

  async function ask(deadlineMs: number): Promise<SignedOn> {
    const answer = await http.send({
      method: 'POST',
      url: auth?.type === 'oauth' ? auth.tokenAddress : '',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: auth?.type === 'oauth' ? basic(auth.clientId, auth.clientSecret) : '',
      },
      body: 'grant_type=client_credentials',
      deadlineMs,
    });
    const made = tokenIn(answer);
    if ('kind' in made) return made;
    token = made;
    return { kind: 'signed', authorization: made.authorization };
  }

  return {
    header: async (deadlineMs) => {
      if (token && monotonicMs() < token.renewAtMs)
        return { kind: 'signed', authorization: token.authorization };
      asking ??= ask(deadlineMs).finally(() => {
        asking = undefined;
      });
      return await asking;
    },
    refused: (authorization) => {
      if (token?.authorization === authorization) token = undefined;
      return true;
    },
  };
}

function tokenIn(answer: HttpAnswer | HttpSilence): Token | Exclude<SignedOn, { kind: 'signed' }> {
  if (answer.kind === 'silence') return { kind: 'unanswered', code: answer.code };
  if (answer.status !== 200 && answer.status !== 201) return { kind: 'refused', status: answer.status };
  const { access_token: text, expires_in: seconds } = objectIn(answer.text) ?? {};
  if (typeof text !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(text))
    return { kind: 'unanswered', code: 'no-token' };
  const life = lifeOf(seconds);
  return {
    authorization: `Bearer ${text}`,
    renewAtMs: monotonicMs() + Math.max(life - earlyMs, life * 0.9),
  };
}

/** Some servers write the seconds as text. */
function lifeOf(seconds: unknown): number {
  const ms = Number(seconds) * 1000;
  return ms > 0 ? Math.min(ms, longestLifeMs) : usualLifeMs;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
