import type { Issue } from './argument-check.ts';

const MOST = 10;

/** Names the places that do not fit, and the rule when it is a plain word; never the value at a place. */
export function describeIssues(issues: readonly Issue[]): string {
  const places = [...new Set(issues.map(describe))];
  if (places.length === 0) return 'as a whole';
  const more = places.length - MOST;
  return [...places.slice(0, MOST), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function describe({ path, rule }: Issue): string {
  const place = path.length === 0 ? 'as a whole' : path.slice(0, 16).map(segment).join('.');
  return rule !== undefined && /^[a-z][a-z_]{0,39}$/i.test(rule) ? `${place} (${rule})` : place;
}

/** Returns a key if it looks like a name, else `?`: a key may be text that the model made up. */
function segment(key: unknown): string {
  const text = typeof key === 'number' || typeof key === 'string' ? String(key) : '?';
  return /^[\w$-]{1,40}$/.test(text) ? text : '?';
}
