/** The session's cookie. The prefix `__Host-` binds it to this host name and to https. */
const names = { secure: '__Host-sid', plain: 'sid' } as const;

/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/;

export function tokenIn(header: string | undefined, isSecure: boolean): string | undefined {
  const name = isSecure ? names.secure : names.plain;
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name && value !== undefined && shape.test(value)) return value;
  }
  return undefined;
}

/** Without an age: a browser forgets it when it ends. */
export function cookieWith(token: string, isSecure: boolean): string {
  return isSecure
    ? `${names.secure}=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`
    : `${names.plain}=${token}; Path=/; HttpOnly; SameSite=Lax`;
}

export function endedCookie(isSecure: boolean): string {
  return isSecure
    ? `${names.secure}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`
    : `${names.plain}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
}
