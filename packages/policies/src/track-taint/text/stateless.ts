/** Returns the pattern without state: a global or sticky one would continue where it last stopped. */
export function stateless(pattern: RegExp): RegExp {
  if (!pattern.global && !pattern.sticky) return pattern;
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
}
