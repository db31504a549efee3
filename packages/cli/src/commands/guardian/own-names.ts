import { isIP } from 'node:net';

/**
 * Whether a request names this machine: a page of another site whose name was pointed here, which a browser takes for its
 * own server, does not. Beyond this machine, any name may be right.
 */
export function namesThisMachine(request: Request, listensOn: string): boolean {
  if (!isLoopback(listensOn)) return true;
  return isLoopback(new URL(request.url).hostname.replaceAll(/[[\]]/g, ''));
}

function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}
