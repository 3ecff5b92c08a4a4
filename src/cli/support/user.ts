import { userInfo } from 'node:os';

/** Who runs the command. A container may run as a user without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
