import { isIP } from 'node:net';

/**
 * Whether a request names this machine as its host. A page of another site whose domain was pointed to this machine
 * (DNS rebinding) does not. If the server listens beyond this machine, any name is accepted.
 */
export function namesThisMachine(request: Request, listensOn: string): boolean {
  if (!isLoopback(listensOn)) return true;
  return isLoopback(new URL(request.url).hostname.replaceAll(/[[\]]/g, ''));
}

function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}
