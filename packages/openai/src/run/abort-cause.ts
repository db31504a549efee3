/** True for what a call rejects with when its caller gave up; a limit of time is no abort. */
export function isAbort(error: unknown): boolean {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return false;
  return error.name === 'AbortError' || error.constructor.name === 'APIUserAbortError';
}
