import { membershipOf, type Visit } from '../requests/visit.ts';

/** Where a person goes on after signing in: an address of the dashboard, never another host. */
export function nextIn(visit: Visit): string {
  const next = visit.query.get('next') ?? '';
  return isOurs(next) ? next : homeOf(visit);
}

/** Browsers take a backslash for a slash, so that `/\host` would be another host. */
function isOurs(next: string): boolean {
  return /^\/dashboard(?:[/?][\w\-./?=&%:+~,]*)?$/.test(next) && !next.includes('//') && !next.includes('..');
}

export function homeOf(visit: Visit): string {
  const { session } = visit;
  if (session?.isOperator === true && !membershipOf(session)) return '/dashboard/operators';
  return '/dashboard';
}

/** Keeps the way on in the address of a form. */
export function withNext(visit: Visit, path: string): string {
  const next = visit.query.get('next');
  return next === null || !isOurs(next) ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}
